// The accessibility tree as text: one line per node, with its role, name and states.

/** Nodes that say nothing themselves and are replaced by their children. */
const silent = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'RootWebArea'])

/** States that are written only if they differ from the default. */
const states = [
  'checked',
  'pressed',
  'selected',
  'expanded',
  'disabled',
  'readonly',
  'required',
  'invalid',
  'modal',
  'busy',
  'live',
  'level',
  'focused',
  'hasPopup',
  'valuetext',
  'roledescription',
]

/** The tree of a page as the browser exposes it to screen readers. */
export async function readTree(page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines = []
  const write = (node, depth) => {
    const said = !node.ignored && !silent.has(node.role?.value)
    const line = said ? lineOf(node) : ''
    if (line !== '') lines.push('  '.repeat(depth) + line)
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) write(child, line === '' ? depth : depth + 1)
    }
  }
  if (nodes[0]) write(nodes[0], 0)
  return lines
}

function lineOf(node) {
  const name = node.name?.value ?? ''
  const role = node.role.value
  if (role === 'StaticText') return name.trim() === '' ? '' : JSON.stringify(name)
  const props = Object.fromEntries((node.properties ?? []).map((p) => [p.name, p.value.value]))
  const parts = [role]
  if (name !== '') parts.push(JSON.stringify(name))
  if (node.value?.value !== undefined) parts.push(`= ${JSON.stringify(node.value.value)}`)
  for (const state of states) {
    const value = props[state]
    if (value === undefined || value === '') continue
    if (state === 'expanded' || (value !== false && value !== 'false')) parts.push(`${state}=${value}`)
  }
  if (node.description?.value) parts.push(`(${node.description.value})`)
  return parts.join(' ')
}
