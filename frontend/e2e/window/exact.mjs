// What a cell must show: the value's characters exactly as the engine returns them.

const value = {
  amount: /"amount":([^,}]+)/,
  at: /"at":"([^"]+)"/,
  open: /"open":(true|false)/,
  parts: /"parts":(\[.*?\])/,
  'reader.age': /"age":(\d+)/,
  'reader.name': /"name":"([^"]+)"/,
  serial: /"serial":(\d+)/,
}

/**
 * The cells of a row that differ from the document, one sentence each; the `wanted` columns must be among the cells.
 */
export function differences(cells, source, wanted) {
  const found = []
  for (const column of wanted) {
    const expected = value[column].exec(source)[1]
    if (cells[column] !== expected) found.push(`${column} of ${cells._id} shows ${cells[column]}, not ${expected}`)
  }
  return found
}
