package split

// frame writes the frame. Its last import is the function that loads others, so the stubs of the module's own functions
// have indices that are higher by one. After them come wrappers that call the imported functions, so that it is always
// the frame that calls those.
func (p *parser) frame() []byte {
	m := p.m
	load := uint32(m.imported)
	defined := len(m.functions) - m.imported
	out := []byte(magic)
	loads := []byte{formFunction, 1, typeI32, 0}
	out = appendSection(out, sectionTypes, p.types+1, append(append([]byte{}, m.types...), loads...))

	imported := appendName(appendName(append([]byte{}, p.imports...), HostModule), HostFunction)
	imported = appendNumber(append(imported, kindFunction), uint32(p.types))
	out = appendSection(out, sectionImports, m.imported+1, imported)

	var kinds, code []byte
	for i := range defined {
		index := uint32(m.imported + i)
		kinds = appendNumber(kinds, m.functions[index].kind)
		code = appendSized(code, m.stub(index, load))
	}
	for i := range m.imported {
		kinds = appendNumber(kinds, m.functions[i].kind)
		code = appendSized(code, m.wrapper(uint32(i)))
	}
	out = appendSection(out, sectionFunctions, len(m.functions), kinds)

	all := uint32(len(m.functions))
	tables := append(append([]byte{}, p.tables...), typeFuncref, 1)
	tables = appendNumber(appendNumber(tables, all), all)
	out = appendSection(out, sectionTables, int(m.tables)+1, tables)
	out = appendSized(append(out, sectionMemories), p.content[sectionMemories])
	if len(m.globals) > 0 {
		out = appendSized(append(out, sectionGlobals), p.content[sectionGlobals])
	}
	out = p.appendExports(out)
	for _, start := range p.start {
		out = appendSized(append(out, sectionStart), appendNumber(nil, m.inFrame(start)))
	}
	out = p.appendElements(out)
	out = appendSection(out, sectionCode, len(m.functions), code)
	if p.content[sectionData] != nil {
		out = appendSized(append(out, sectionData), joined(p.content[sectionData]))
	}
	return out
}

// inFrame returns the index, in the frame, of the function to call in place of another.
func (m *Module) inFrame(index uint32) uint32 {
	if int(index) < m.imported {
		return index + uint32(len(m.functions)) + 1
	}
	return index + 1
}

// stub returns a function that loads another one and calls it.
func (m *Module) stub(index, load uint32) []byte {
	out := appendConstant([]byte{0}, index)
	out = appendNumber(append(out, opCall), load)
	return append(m.appendCall(m.appendParameters(out, index), index), opEnd)
}

// wrapper returns a function that calls an imported one.
func (m *Module) wrapper(index uint32) []byte {
	out := m.appendParameters([]byte{0}, index)
	return append(appendNumber(append(out, opCall), index), opEnd)
}

// appendParameters appends code that pushes a function's parameters.
func (m *Module) appendParameters(out []byte, index uint32) []byte {
	for i := range m.arity[m.functions[index].kind] {
		out = appendNumber(append(out, opLocalGet), uint32(i))
	}
	return out
}

func (p *parser) appendExports(out []byte) []byte {
	var content []byte
	add := func(name []byte, kind byte, index uint32) {
		content = appendNumber(append(appendSized(content, name), kind), index)
	}
	for _, e := range p.exports {
		if e.kind == kindFunction {
			e.index = p.m.inFrame(e.index)
		}
		add(e.name, e.kind, e.index)
	}
	for i := range int(p.m.tables) + 1 {
		add([]byte(tableName(i)), kindTable, uint32(i))
	}
	for i := range p.m.globals {
		add([]byte(globalName(i)), kindGlobal, uint32(i))
	}
	return appendSection(out, sectionExports, len(p.exports)+int(p.m.tables)+1+len(p.m.globals), content)
}

func (p *parser) appendElements(out []byte) []byte {
	var content []byte
	for _, e := range p.elements {
		stubs := make([]uint32, len(e.functions))
		for i, index := range e.functions {
			stubs[i] = p.m.inFrame(index)
		}
		content = appendElement(content, e.slot, stubs...)
	}
	all := make([]uint32, len(p.m.functions))
	for i := range all {
		all[i] = p.m.inFrame(uint32(i))
	}
	content = appendElement(content, slot{table: p.m.tables}, all...)
	return appendSection(out, sectionElements, len(p.elements)+1, content)
}
