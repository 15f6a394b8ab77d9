import { ChevronsUpDown } from 'lucide-react'
import type { BulkFormat } from '../../host'
import { Segments } from '../../ui/Segments'
import style from './export.module.css'
import type { Compression, Format, LayoutName } from './format'
import { words } from './words'

interface FormatFieldsProps {
  format: Format
  /** The layouts that can be written here. */
  layouts: readonly LayoutName[]
  bulk: BulkFormat | null
  rowNoun: string
  onFormat(format: Format): void
}

const titleOf = (layout: LayoutName, bulk: BulkFormat | null) =>
  layout === 'bulk' ? (bulk?.title ?? '') : words.layouts[layout]

/** How documents are written: lines of a list of terms and values. */
export function FormatFields({ format, layouts, bulk, rowNoun, onFormat }: FormatFieldsProps) {
  return (
    <>
      <dt>{words.formatName}</dt>
      <dd>
        <Segments<LayoutName>
          label={words.formatName}
          segments={layouts.map((value) => ({ value, title: titleOf(value, bulk) }))}
          value={format.layout}
          onValue={(layout) => onFormat({ ...format, layout })}
        />
        <p className={style.hint}>
          {format.layout === 'bulk' ? bulk?.hint : words.layoutHints[format.layout](rowNoun)}
        </p>
      </dd>
      {format.layout === 'csv' && <CSVFields format={format} onFormat={onFormat} />}
      <dt>{words.compress}</dt>
      <dd>
        <Segments<Compression>
          label={words.compress}
          segments={(['', 'gzip', 'zstd'] as const).map((value) => ({ value, title: value === '' ? words.no : value }))}
          value={format.compression}
          onValue={(compression) => onFormat({ ...format, compression })}
        />
      </dd>
    </>
  )
}

function CSVFields({ format, onFormat }: Pick<FormatFieldsProps, 'format' | 'onFormat'>) {
  return (
    <>
      <dt>{words.delimiter}</dt>
      <dd className="row g8">
        <span className="popwrap">
          <select
            className="pop"
            aria-label={words.delimiter}
            value={format.delimiter}
            onChange={(event) => onFormat({ ...format, delimiter: event.target.value })}
          >
            {Object.entries(words.delimiters).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
          <ChevronsUpDown size={12} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className="t2">{words.quote}</span>
        <span className="popwrap">
          <select
            className="pop"
            aria-label={words.quote}
            value={format.quoteAll ? 'all' : 'needed'}
            onChange={(event) => onFormat({ ...format, quoteAll: event.target.value === 'all' })}
          >
            <option value="needed">{words.asNeeded}</option>
            <option value="all">{words.always}</option>
          </select>
          <ChevronsUpDown size={12} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </dd>
      <dt />
      <dd>
        {(['header', 'formulaSafe', 'byteOrderMark'] as const).map((choice) => (
          <label key={choice} className={style.check}>
            <input
              type="checkbox"
              checked={format[choice]}
              onChange={(event) => onFormat({ ...format, [choice]: event.target.checked })}
            />
            {words[choice]}
          </label>
        ))}
      </dd>
    </>
  )
}
