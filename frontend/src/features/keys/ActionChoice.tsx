import type { KeyForm } from '../../host'
import style from './keys.module.css'

interface ActionChoiceProps {
  groups: KeyForm['groups']
  chosen: readonly string[]
  onChosen(chosen: string[]): void
}

/** The actions that a key can allow, with their meaning. */
export function ActionChoice({ groups, chosen, onChosen }: ActionChoiceProps) {
  const all = groups.flatMap(({ actions }) => actions.map(({ name }) => name))
  const toggle = (name: string, on: boolean) =>
    onChosen(all.filter((one) => (one === name ? on : chosen.includes(one)))) // in the order of the list
  return (
    <div className={style.groups}>
      {groups.map(({ title, actions }) => (
        <fieldset key={title} className={style.group}>
          <legend>{title}</legend>
          {actions.map(({ name, meaning }) => (
            <label key={name} className={style.action}>
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) => toggle(name, event.target.checked)}
              />
              <span>
                <span className={style.code}>{name}</span>
                <span className={style.meaning}>{meaning}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
