package split

import "strconv"

// Piece returns a module with one function, which must not be an imported one. It runs in the frame that it imports
// from.
func (m *Module) Piece(index uint32) []byte {
	f := m.functions[index]
	out := append(make([]byte, 0, len(magic)+len(m.types)+len(f.body)+len(f.body)/4+512), magic...)
	out = appendSection(out, sectionTypes, len(m.arity), m.types)

	imports := m.appendImport(nil, m.memory, kindMemory, 0, 0)
	for i := range int(m.tables) + 1 {
		imports = m.appendImport(imports, tableName(i), kindTable, typeFuncref, 0, 0)
	}
	for i, kind := range m.globals {
		imports = m.appendImport(imports, globalName(i), kindGlobal, kind[:]...)
	}
	out = appendSection(out, sectionImports, 1+int(m.tables)+1+len(m.globals), imports)
	out = appendSection(out, sectionFunctions, 1, appendNumber(nil, f.kind))

	elements := appendElement(nil, slot{m.tables, index}, 0)
	for _, s := range f.slots {
		elements = appendElement(elements, s, 0)
	}
	out = appendSection(out, sectionElements, 1+len(f.slots), elements)
	out = appendSection(out, sectionCode, 1, appendSized(nil, m.moved(nil, f.body)))

	named := appendName(appendNumber([]byte{1}, 0), "$"+strconv.Itoa(int(index))) // the name for stack traces
	return appendSized(append(out, sectionCustom), appendSized(append(appendName(nil, "name"), nameFunctions), named))
}

// nameFunctions is the id of the subsection with function names.
const nameFunctions = 1

func (m *Module) appendImport(out []byte, name string, kind byte, what ...byte) []byte {
	return append(append(appendName(appendName(out, FrameModule), name), kind), what...)
}
