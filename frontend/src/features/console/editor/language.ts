import { foldInside, foldNodeProp, indentNodeProp, LRLanguage } from '@codemirror/language'
import { parser } from './console.grammar'

/** The language of consoles: the grammar determines colours, folding and indentation. */
export const consoleLanguage = LRLanguage.define({
  name: 'console',
  parser: parser.configure({
    props: [
      foldNodeProp.add({
        'JsonObject JsonArray': foldInside,
        LongString: ({ from, to }) => ({ from: from + 3, to: to - 3 }),
      }),
      foldNodeProp.add({
        Request: (node, state) => {
          const { to } = state.doc.lineAt(node.from)
          return to < node.to ? { from: to, to: node.to } : null
        },
      }),
      indentNodeProp.add({
        'JsonObject JsonArray': (context) => {
          const closes = /^\s*[\]}]/.test(context.textAfter)
          return context.lineIndent(context.node.from) + (closes ? 0 : context.unit)
        },
        'LongString Comment': () => null,
        'Console Request Body Line': () => 0,
      }),
    ],
  }),
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['{', '[', '"'] },
    indentOnInput: /^\s*[\]}]$/,
  },
})
