const prompt = String.raw`(?:(?:PS )?[A-Za-z]:\\[^<>|\n]*>\s*|(?:[$%]|\S+[$%#])\s+)?`
const launcher = String.raw`(?:sudo|time|env|nohup|command|exec)\s+(?:-\S+\s+(?:[^\s-]\S*\s+)??)*`
const curl = new RegExp(String.raw`^\s*${prompt}(?:${launcher}|\w+=\S*\s+)*\S*curl(?:\.exe)?\s`, 'i')

/** Whether a text begins with a curl command line, possibly after a prompt, a launcher or shell variables. */
export function beginsCurl(text: string): boolean {
  return curl.test(text.slice(0, 1000))
}
