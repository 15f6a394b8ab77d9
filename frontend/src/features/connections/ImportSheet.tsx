import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { ImportChoice, ImportItem } from '../../host'
import { counted } from '../../lib/words'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Chip } from '../../ui/Chip'
import { PopUp } from '../../ui/PopUp'
import type { ReadFile } from './files'
import { firstChoices, optionsOf, remarks, standingWord, takenCount } from './importing'
import { SheetForm } from './SheetForm'
import { useSaved } from './saved'
import { sheetWords } from './sheetWords'
import style from './transfer.module.css'
import { useTry } from './useTry'

/** Reads a connections file, shows what it would change, and imports the chosen ones. */
export function ImportSheet() {
  const saved = useSaved()
  const [file, setFile] = useState<ReadFile | null>(null)
  const [choices, setChoices] = useState<ImportChoice[]>([])
  const { error, busy, run } = useTry()
  const number = takenCount(choices)
  const ready = file !== null && number > 0 && !busy

  const look = (picked: File) =>
    run(async () => {
      setFile(null)
      const read = await saved.library.files.look(picked)
      setFile(read)
      setChoices(firstChoices(read.items))
    })
  const take = () =>
    run(async () => {
      if (file) await saved.library.files.take(file, choices)
      saved.library.show({ kind: 'all' })
    })
  return (
    <SheetForm
      title={sheetWords.importing}
      about={file ? file.name : sheetWords.aboutImport}
      width={640}
      error={error}
      submit={number === 0 ? 'Import' : `Import ${counted(number, 'Connection')}`}
      ready={ready}
      other={file && <Button onClick={() => setFile(null)}>Other File…</Button>}
      onSubmit={() => void take()}
    >
      {!file && <FilePlace onFile={look} />}
      {file && (
        <ul className={`${style.box} ${style.list}`} aria-label={sheetWords.inFile}>
          {file.items.map((item, i) => (
            <ItemRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two connections of a file may be equal; their order is fixed.
              key={i}
              item={item}
              choice={choices[i] ?? 'skip'}
              onChoice={(choice) => setChoices(choices.map((old, at) => (at === i ? choice : old)))}
            />
          ))}
        </ul>
      )}
      {file?.items.length === 0 && <p className="t2 fs12">{sheetWords.emptyFile}</p>}
    </SheetForm>
  )
}

/** The area to drop or choose a file. */
function FilePlace({ onFile }: { onFile(file: File): Promise<void> }) {
  const [over, setOver] = useState(false)
  const drop = (e: DragEvent) => {
    e.preventDefault()
    setOver(false)
    const file = e.dataTransfer.files[0]
    if (file) void onFile(file)
  }
  return (
    <label
      className={`${style.drop} ${over ? style.over : ''}`}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Upload size={20} strokeWidth={1.25} aria-hidden="true" />
      <span>{sheetWords.dropFile}</span>
      <input
        type="file"
        accept=".json,application/json"
        aria-label={sheetWords.file}
        onChange={(e) => {
          const file = e.target.files?.[0]
          e.target.value = ''
          if (file) void onFile(file)
        }}
      />
    </label>
  )
}

interface ItemRowProps {
  item: ImportItem
  choice: ImportChoice
  onChoice(choice: ImportChoice): void
}

function ItemRow({ item, choice, onChoice }: ItemRowProps) {
  const [word, tone] = standingWord(item)
  const options = optionsOf(item)
  return (
    <li className={`${style.row} ${style.tall}`}>
      <Badge text={item.badge || '?'} fill={item.badgeFill || 'var(--c-press)'} ink={item.badgeText || 'inherit'} />
      <span className={`grow ${style.name}`}>
        <span className="row g6">
          <span className="m ell">{item.name}</span>
          <Chip tone={tone}>{word}</Chip>
        </span>
        <span className={`${style.line} ell t3 fs11`}>
          {[item.title, item.host === '' ? '' : `${item.host}:${item.port}`, item.group]
            .filter((t) => t !== '')
            .join(', ')}
        </span>
        {remarks(item, choice).map((remark) => (
          <span key={remark} className={`${style.line} t2 fs11`}>
            {remark}
          </span>
        ))}
      </span>
      <PopUp
        aria-label={`Action for ${item.name}`}
        value={choice}
        disabled={options.length === 1}
        onChange={(e) => onChoice(options.find((o) => o.choice === e.target.value)?.choice ?? 'skip')}
      >
        {options.map((o) => (
          <option key={o.choice} value={o.choice}>
            {o.label}
          </option>
        ))}
      </PopUp>
    </li>
  )
}
