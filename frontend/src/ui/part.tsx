import type { ComponentProps, ElementType } from 'react'

type Tag =
  | 'a'
  | 'aside'
  | 'button'
  | 'div'
  | 'dl'
  | 'footer'
  | 'form'
  | 'h1'
  | 'h2'
  | 'header'
  | 'input'
  | 'label'
  | 'li'
  | 'main'
  | 'nav'
  | 'ol'
  | 'p'
  | 'pre'
  | 'search'
  | 'section'
  | 'span'
  | 'table'
  | 'ul'

type PartProps<T extends Tag, Look extends string> = {
  /** The element that it is, where it is not the usual one. */
  as?: T
  /** A look that is known only at run time; '' for none. */
  tone?: Look | ''
} & { [L in Look]?: boolean } & Omit<ComponentProps<T>, Look | 'as' | 'tone'>

/** The same without its types, which the element's own depend on. */
interface Given<Look extends string> {
  as?: ElementType
  tone?: Look | ''
  className?: string
  [prop: string]: unknown
}

/**
 * A component that is only an element with a style of its own. It has a flag for each of its looks, and its name in
 * data-part, by which the style of what it is in can find it.
 */
export function part<Own extends Tag, Look extends string = never>(
  own: Own,
  name: string,
  base: string | undefined,
  looks: Readonly<Record<Look, string | undefined>> = {} as Record<Look, undefined>,
) {
  const all = Object.keys(looks) as Look[]
  return function Part<T extends Tag = Own>(props: PartProps<T, Look>) {
    const { as: Drawn = own, tone, className = '', ...given } = props as Given<Look>
    const classes = [base]
    for (const look of all) {
      if (look === tone || given[look]) classes.push(looks[look])
      delete given[look]
    }
    return <Drawn data-part={name} className={[...classes, className].join(' ').trim()} {...given} />
  }
}
