import { useId, useState } from 'react'
import { Hint } from '../../commands/Hint'
import { type HostError, type SortBy, toHostError } from '../../host'
import { count } from '../../lib/words'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/Field'
import { FailureNotice } from '../../ui/Notice'
import { type Segment, Segments } from '../../ui/Segments'
import { Sheet } from '../../ui/Sheet'
import { FormFrame, SheetContent } from '../../ui/SheetParts'
import { ColumnChoice } from './ColumnChoice'
import style from './export.module.css'
import type { Choice, Exports, Scope, Subject } from './exports'
import { FormatFields } from './FormatFields'
import { type Choices, type Format, firstColumns, isNothing, isWhole, plainChoices, renamed, requestOf } from './format'
import { capital, footWords, words } from './words'

interface NewExportProps {
  exports: Exports
  subject: Subject
  /** The suggested file. */
  path: string
}

/** The choices for the number of slices. Four take two thirds of the time of one, and eight no less than four. */
const SLICES = [1, 2, 4, 8]
const USUAL_SLICES = 4

/** The default number of slices. */
const usualSlices = (most: number) => SLICES.findLast((n) => n <= Math.min(USUAL_SLICES, most)) ?? 1

/** What to export, in which format and where to. */
export function NewExport({ exports, subject, path: suggested }: NewExportProps) {
  const { nouns, object, columns } = subject
  const [scope, setScope] = useState<Scope>(subject.filtered ? 'filtered' : 'whole')
  const [slices, setSlices] = useState(usualSlices(subject.slices))
  const [inGrid, setInGrid] = useState(subject.sort.length > 0)
  const [limit, setLimit] = useState('')
  const arranged = subject.ordered && scope !== 'selected'
  const sort = arranged && inGrid ? subject.sort : []
  const limited = arranged ? limit.trim() : ''
  const limitFits = limited === '' || /^[1-9]\d{0,17}$/.test(limited)
  const { choices, chosen, setChoices, setChosen } = useChoices(subject)
  const request = requestOf(choices, columns, chosen)
  const nothing = isNothing(request, isWhole(choices.format, columns, chosen))
  const { path, setPath, error, busy, start, choose } = useStart(
    exports,
    subject,
    { scope, slices: sort.length > 0 || limited !== '' ? 1 : slices, sort, limit: limited, options: request },
    suggested,
  )
  const ready = path.trim() !== '' && !busy && !nothing && limitFits
  const file = useId()
  const hint = useId()
  return (
    <Sheet label={words.title(object)} width={columns.length > 0 ? 760 : 560} onClose={() => exports.hide()}>
      <FormFrame
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) void start(false)
        }}
      >
        <header>
          <h1>{words.title(object)}</h1>
          <p>
            {subject.connection}, {subject.product}
          </p>
        </header>
        <SheetContent className={style.panes}>
          <div className="grow">
            <dl className={style.form}>
              <dt>{capital(nouns.rowsNoun)}</dt>
              <dd>
                <What subject={subject} scope={scope} onScope={setScope} />
                {subject.response !== '' && <p className={style.hint}>{words.orderOfResponse}</p>}
              </dd>
              {arranged && (
                <Arranged
                  {...{ sort: subject.sort, rowsNoun: nouns.rowsNoun, inGrid, limit, limitFits }}
                  onInGrid={setInGrid}
                  onLimit={setLimit}
                />
              )}
              <FormatFields
                choices={choices}
                formats={formatsOf(subject)}
                bulk={subject.bulk}
                rowNoun={nouns.rowNoun}
                onChoices={(next) => {
                  setPath(renamed(path, choices, next))
                  setChoices(next)
                }}
              />
              {subject.slices > 1 && sort.length === 0 && limited === '' && (
                <>
                  <dt>{words.slices}</dt>
                  <dd>
                    <Segments
                      label={words.slices}
                      segments={SLICES.filter((n) => n <= subject.slices).map((n) => ({
                        value: String(n),
                        title: String(n),
                      }))}
                      value={String(slices)}
                      onValue={(n) => setSlices(Number(n))}
                    />
                    <p className={style.hint}>{words.slicesHint}</p>
                  </dd>
                </>
              )}
              <div className={style.rule} />
              <dt>
                <label htmlFor={file}>Save as</label>
              </dt>
              <dd>
                <div className="row">
                  <TextField
                    id={file}
                    className={`grow ${style.file}`}
                    value={path}
                    aria-describedby={hint}
                    autoComplete="off"
                    spellCheck={false}
                    onChange={(event) => setPath(event.target.value)}
                  />
                  {exports.host.dialogs && <Button onClick={() => void choose()}>Choose…</Button>}
                </div>
                <p id={hint} className={style.hint}>
                  {words.appears}
                </p>
              </dd>
            </dl>
            {error && <FailureNotice error={error} />}
          </div>
          {columns.length > 0 && (
            <ColumnChoice
              format={choices.format}
              bulk={subject.bulk}
              columns={columns}
              chosen={chosen}
              onChosen={setChosen}
            />
          )}
        </SheetContent>
        <footer>
          <span className="t3 fs11 grow" role="status">
            {columns.length > 0 && footWords(nouns, request, columns, nothing)}
          </span>
          {error?.kind === 'conflict' && <Button onClick={() => void start(true)}>Replace File</Button>}
          <Button onClick={() => exports.hide()}>
            Cancel <Hint of="dialog.cancel" />
          </Button>
          <Button type="submit" primary off={!ready}>
            Export <Hint of="dialog.confirm" />
          </Button>
        </footer>
      </FormFrame>
    </Sheet>
  )
}

/** The formats for a subject. */
function formatsOf({ columns, bulk }: Subject): Format[] {
  return ['jsonl', 'json', ...(columns.length > 0 ? (['csv'] as const) : []), ...(bulk ? (['bulk'] as const) : [])]
}

/** The format and the chosen columns: CSV has its own choice. */
function useChoices({ columns }: Subject) {
  const [choices, setChoices] = useState<Choices>(plainChoices)
  const [byKind, setByKind] = useState<Record<string, string[]>>({})
  const kind = choices.format === 'csv' ? 'csv' : 'json'
  return {
    choices,
    setChoices,
    chosen: byKind[kind] ?? firstColumns(choices.format, columns),
    setChosen: (names: string[]) => setByKind((all) => ({ ...all, [kind]: names })),
  }
}

interface ArrangedProps {
  sort: readonly SortBy[]
  rowsNoun: string
  inGrid: boolean
  limit: string
  limitFits: boolean
  onInGrid(inGrid: boolean): void
  onLimit(limit: string): void
}

/** The order of exported rows, and how many. */
function Arranged({ sort, rowsNoun, inGrid, limit, limitFits, onInGrid, onLimit }: ArrangedProps) {
  const field = useId()
  const hint = useId()
  return (
    <>
      <dt>{words.order}</dt>
      <dd>
        {sort.length === 0 ? (
          words.asStored
        ) : (
          <Segments
            label={words.order}
            segments={[
              { value: 'grid', title: words.asInGrid },
              { value: 'stored', title: words.asStored },
            ]}
            value={inGrid ? 'grid' : 'stored'}
            onValue={(value) => onInGrid(value === 'grid')}
          />
        )}
        <p className={style.hint}>{inGrid && sort.length > 0 ? words.sortedBy(sort) : words.unsorted}</p>
      </dd>
      <dt>
        <label htmlFor={field}>{words.limit}</label>
      </dt>
      <dd>
        <TextField
          id={field}
          inputMode="numeric"
          placeholder={words.noLimit}
          value={limit}
          aria-describedby={hint}
          aria-invalid={!limitFits}
          onChange={(event) => onLimit(event.target.value)}
        />
        <p id={hint} className={style.hint}>
          {limitFits ? words.limitHint(rowsNoun) : words.badLimit}
        </p>
      </dd>
    </>
  )
}

/** Which rows are exported: there is a choice only if a filter or a selection leaves some out. */
function What({ subject, scope, onScope }: { subject: Subject; scope: Scope; onScope(scope: Scope): void }) {
  const { nouns, filtered, total, selected } = subject
  const all = `Whole ${nouns.objectNoun}`
  const totalled = (title: string) => (total === '' ? title : `${title}, ${count(total)}`)
  const segments: Segment<Scope>[] = [{ value: 'whole', title: filtered ? all : totalled(all) }]
  if (filtered) segments.unshift({ value: 'filtered', title: totalled('Filtered set') })
  if (selected.length > 0) segments.push({ value: 'selected', title: `Selection, ${count(selected.length)}` })
  if (segments.length === 1) return segments[0]?.title
  return <Segments label={capital(nouns.rowsNoun)} segments={segments} value={scope} onValue={onScope} />
}

/** The file to write, and the button that starts it. */
function useStart(exports: Exports, subject: Subject, choice: Choice, suggested: string) {
  const [path, setPath] = useState(suggested)
  const [sure, setSure] = useState('') // the path that the system's dialog asked about
  const [error, setError] = useState<HostError | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    await work().catch((cause) => setError(toHostError(cause)))
    setBusy(false)
  }
  return {
    path,
    // A message about another file, such as that it exists, does not apply to this one.
    setPath: (typed: string) => {
      if (typed !== path) setError(null)
      setPath(typed)
    },
    error,
    busy,
    start: (replace: boolean) => run(() => exports.start(subject, choice, path, replace || path === sure)),
    choose: () =>
      run(async () => {
        const picked = await exports.choose(words.title(subject.object), path)
        if (picked === '') return
        setPath(picked)
        setSure(picked)
      }),
  }
}
