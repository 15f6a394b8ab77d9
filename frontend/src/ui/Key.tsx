import style from './Key.module.css'

interface KeyProps {
  mac: string
  win: string
  /** The command that it runs. */
  command?: string
}

/** A keyboard hint, written as on the platform. */
export function Key({ mac, win, command }: KeyProps) {
  return (
    <span
      data-part="key"
      className={style.key}
      data-mac={mac}
      data-win={win}
      data-command={command}
      aria-hidden="true"
    />
  )
}
