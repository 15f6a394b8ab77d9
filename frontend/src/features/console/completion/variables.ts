const definition = /^[ \t]*@([\w-]+)[ \t]*=[ \t]*(.*?)[ \t\r]*$/gm

/** A word with the variables that a text defines as "@name = value" filled in; '' if one is undefined. */
export function resolved(word: string, text: () => string): string {
  if (!/\$\{|\{\{/.test(word)) return word
  const known = new Map([...text().matchAll(definition)].map(([, name = '', value = '']) => [name, unquoted(value)]))
  const filled = word.replace(/\$\{([\w-]+)\}|\{\{([\w-]+)\}\}/g, (all, a, b) => known.get(a ?? b) ?? all)
  return /[{}]/.test(filled) ? '' : filled
}

function unquoted(value: string): string {
  return /^"([^"\\]*)"/.exec(value)?.[1] ?? value
}
