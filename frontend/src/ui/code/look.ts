import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { stylesInRem } from '../../lib/rem'
import { syntax } from './syntax'

/** The colours of the language: classes of the application, so that they follow its theme. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, class: syntax.method },
  { tag: tags.propertyName, class: syntax.key },
  { tag: tags.string, class: syntax.string },
  { tag: tags.number, class: syntax.number },
  { tag: tags.bool, class: syntax.literal },
  { tag: tags.comment, class: syntax.comment },
  { tag: [tags.bracket, tags.punctuation], class: syntax.punctuation },
  { tag: tags.attributeValue, class: syntax.punctuation },
  { tag: [tags.special(tags.variableName), tags.definition(tags.variableName)], class: syntax.variable },
])

/** The editor's styles. All colours are tokens of the window's theme. */
const theme = EditorView.theme(
  stylesInRem({
    '&': { flex: '1 1 auto', minWidth: '0', height: '100%', color: 'var(--c-text)', backgroundColor: 'var(--c-code)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { font: 'var(--fs-12) / 18px var(--font-mono)', fontVariantLigatures: 'none', overflow: 'auto' },
    '.cm-content': { padding: '6px 0', caretColor: 'var(--c-text)' },
    '.cm-line': { padding: '0 16px 0 8px', borderLeft: '2px solid transparent' },
    '.cm-line.cm-currentRequest': { borderLeftColor: 'var(--c-accent)' },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--c-text) 3%, transparent)' },
    '.cm-gutters': {
      backgroundColor: 'var(--c-code)',
      color: 'var(--c-text-3)',
      border: '0',
      fontSize: 'var(--fs-11)',
      userSelect: 'none',
    },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--c-text-2)' },
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px', minWidth: '32px' },
    '.cm-runs .cm-gutterElement': { width: '14px', textAlign: 'center' },
    '.cm-run': { color: 'var(--c-accent)', cursor: 'pointer', fontSize: '9px' },
    '.cm-foldGutter .cm-gutterElement': { width: '12px', cursor: 'pointer' },
    '.cm-foldPlaceholder': {
      backgroundColor: 'var(--c-head)',
      border: '1px solid var(--c-line)',
      color: 'var(--c-text-2)',
      padding: '0 4px',
    },
    '.cm-placeholder': { color: 'var(--c-text-3)' },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--c-head)', outline: '1px solid var(--c-line-2)' },
    '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--c-refused)',
      textUnderlineOffset: '3px',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--c-raised)',
      color: 'var(--c-text)',
      border: '1px solid var(--c-line-2)',
      borderRadius: 'var(--r-5)',
      font: 'var(--fs-12) / 18px var(--font-ui)',
    },
    '.cm-diagnostic-error': { borderLeft: '3px solid var(--c-refused)' },
    '.cm-panels': { backgroundColor: 'var(--c-window)', color: 'var(--c-text)', borderColor: 'var(--c-line)' },
    '.cm-searchMatch': { backgroundColor: 'var(--c-find)' },
    '.cm-searchMatch.cm-searchMatch-selected': { outline: '1px solid var(--c-accent)' },
    '.cm-selectionMatch': { backgroundColor: 'var(--c-head)' },
  }),
)

/** Measures the lines again when the text size changes. */
const followTextSize = ViewPlugin.define((view) => {
  const size = new MutationObserver(() => view.requestMeasure())
  size.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] })
  return { destroy: () => size.disconnect() }
})

export const look = [theme, followTextSize, syntaxHighlighting(colours)]
