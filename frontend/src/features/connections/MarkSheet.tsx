import { useState } from 'react'
import type { Connection } from '../../host'
import { Chip } from '../../ui/Chip'
import { Dot } from '../../ui/Dot'
import { TextField } from '../../ui/Field'
import { FormGrid, FormLabel } from '../../ui/Form'
import { colours } from './form'
import { tagColour, tagsIn, tagsOf } from './list'
import style from './MarkSheet.module.css'
import { SheetForm } from './SheetForm'
import swatches from './Swatches.module.css'
import { useSaved, useSavedState } from './saved'
import { sheetWords } from './sheetWords'
import { useTry } from './useTry'

/** The colour and the tags of a connection. */
export function MarkSheet({ connection: c }: { connection: Connection }) {
  const saved = useSaved()
  const [colour, setColour] = useState(c.colour || 'grey')
  const [text, setText] = useState(c.tags.join(', '))
  const { error, busy, run } = useTry()
  return (
    <SheetForm
      title={sheetWords.marks}
      label={`Colour and tags of ${c.name}`}
      about={c.name}
      width={480}
      error={error}
      submit="Save"
      ready={!busy}
      onSubmit={() => void run(() => saved.library.mark(c, colour, tagsIn(text)))}
    >
      <FormGrid short>
        <FormLabel id="mark-colour">Colour</FormLabel>
        <Swatches colour={colour} onColour={setColour} />
        <label htmlFor="mark-tags">Tags</label>
        <TextField
          id="mark-tags"
          value={text}
          autoComplete="off"
          spellCheck={false}
          placeholder={sheetWords.byCommas}
          onChange={(e) => setText(e.target.value)}
        />
        <KnownTags text={text} onText={setText} />
      </FormGrid>
    </SheetForm>
  )
}

function Swatches({ colour, onColour }: { colour: string; onColour(colour: string): void }) {
  return (
    <div className="row" role="radiogroup" aria-labelledby="mark-colour">
      {colours.map((name) => (
        <label
          key={name}
          data-part="swatch"
          data-tag={name}
          className={`${swatches.swatch} ${name === colour ? swatches.on : ''}`}
          data-tip={name}
        >
          <input
            type="radio"
            name="mark"
            className="vh"
            aria-label={name}
            checked={name === colour}
            onChange={() => onColour(name)}
          />
          <Dot />
        </label>
      ))}
    </div>
  )
}

/** The tags of other connections; each can be toggled. */
function KnownTags({ text, onText }: { text: string; onText(text: string): void }) {
  const known = tagsOf(useSavedState((s) => s.connections) ?? [])
  const chosen = tagsIn(text)
  const has = (tag: string) => chosen.some((t) => t.toLowerCase() === tag.toLowerCase())
  const toggle = (tag: string) => {
    const rest = chosen.filter((t) => t.toLowerCase() !== tag.toLowerCase())
    onText((has(tag) ? rest : [...chosen, tag]).join(', '))
  }
  if (known.length === 0) return null
  return (
    <fieldset className={`row g4 ${style.known}`}>
      <legend className="vh">{sheetWords.tagsInUse}</legend>
      {known.map(({ name }) => (
        <Chip key={name} type="button" as="button" line aria-pressed={has(name)} onClick={() => toggle(name)}>
          <Dot data-tag={tagColour(name)} /> {name}
        </Chip>
      ))}
    </fieldset>
  )
}
