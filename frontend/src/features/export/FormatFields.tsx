import type { BulkFormat } from '../../host'
import { PopUp } from '../../ui/PopUp'
import { Segments } from '../../ui/Segments'
import style from './export.module.css'
import type { Choices, Compression, Format } from './format'
import { words } from './words'

interface FormatFieldsProps {
  choices: Choices
  /** The formats that can be written here. */
  formats: readonly Format[]
  bulk: BulkFormat | null
  rowNoun: string
  onChoices(choices: Choices): void
}

const titleOf = (format: Format, bulk: BulkFormat | null) =>
  format === 'bulk' ? (bulk?.title ?? '') : words.formats[format]

/** How documents are written: rows of a definition list. */
export function FormatFields({ choices, formats, bulk, rowNoun, onChoices }: FormatFieldsProps) {
  return (
    <>
      <dt>{words.formatName}</dt>
      <dd>
        <Segments<Format>
          label={words.formatName}
          segments={formats.map((value) => ({ value, title: titleOf(value, bulk) }))}
          value={choices.format}
          onValue={(format) => onChoices({ ...choices, format })}
        />
        <p className={style.hint}>
          {choices.format === 'bulk' ? bulk?.hint : words.formatHints[choices.format](rowNoun)}
        </p>
      </dd>
      {choices.format === 'csv' && <CSVFields choices={choices} onChoices={onChoices} />}
      <dt>{words.compress}</dt>
      <dd>
        <Segments<Compression>
          label={words.compress}
          segments={(['', 'gzip', 'zstd'] as const).map((value) => ({ value, title: value === '' ? words.no : value }))}
          value={choices.compression}
          onValue={(compression) => onChoices({ ...choices, compression })}
        />
      </dd>
    </>
  )
}

function CSVFields({ choices, onChoices }: Pick<FormatFieldsProps, 'choices' | 'onChoices'>) {
  return (
    <>
      <dt>{words.delimiter}</dt>
      <dd className="row">
        <PopUp
          aria-label={words.delimiter}
          value={choices.delimiter}
          onChange={(event) => onChoices({ ...choices, delimiter: event.target.value })}
        >
          {Object.entries(words.delimiters).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </PopUp>
        <span className="t2">{words.quote}</span>
        <PopUp
          aria-label={words.quote}
          value={choices.quoteAll ? 'all' : 'needed'}
          onChange={(event) => onChoices({ ...choices, quoteAll: event.target.value === 'all' })}
        >
          <option value="needed">{words.asNeeded}</option>
          <option value="all">{words.always}</option>
        </PopUp>
      </dd>
      <dt />
      <dd>
        {(['header', 'formulaSafe', 'byteOrderMark'] as const).map((choice) => (
          <label key={choice} className={style.check}>
            <input
              type="checkbox"
              checked={choices[choice]}
              onChange={(event) => onChoices({ ...choices, [choice]: event.target.checked })}
            />
            {words[choice]}
          </label>
        ))}
      </dd>
    </>
  )
}
