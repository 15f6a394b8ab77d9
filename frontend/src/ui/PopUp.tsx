import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import style from './PopUp.module.css'

/** A native select under our button: it supports type-ahead, and every screen reader knows it. */
export function PopUp(props: ComponentProps<'select'>) {
  return (
    <span data-part="pop-up" className={style.wrap}>
      <select className={style.popUp} {...props} />
      <ChevronsUpDown size={12} strokeWidth={1.75} aria-hidden="true" />
    </span>
  )
}
