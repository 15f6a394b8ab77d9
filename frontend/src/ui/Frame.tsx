import style from './Frame.module.css'
import { part } from './part'

/** All of the window; it has the colour of the connection in data-tag. */
export const WindowFrame = part('div', 'window', style.window)

/** What is below the toolbar: a sidebar, the content, and a pane beside it. */
export const WindowBody = part('div', 'body', style.body)

export const WindowMain = part('main', 'main', style.main)
