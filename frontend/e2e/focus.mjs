// Where the focus is, and whether it is visible.

/**
 * The focused element: its role or tag, its name, its pane, and its visible mark. A mark has the focus or selection
 * colour and is on the element itself, on the field or label around it, or on its aria-activedescendant.
 */
export function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement
    const root = getComputedStyle(document.documentElement)
    const probe = document.createElement('i')
    document.body.append(probe)
    const colours = ['--c-focus', '--c-accent'].map((token) => {
      probe.style.color = root.getPropertyValue(token)
      return getComputedStyle(probe).color
    })
    probe.remove()
    const ofColour = (text) => colours.some((colour) => text.includes(colour))
    const marks = (one) => {
      const style = getComputedStyle(one)
      const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1
      const over = getComputedStyle(one, '::before') // a list draws its ring over its rows
      return [
        outlined && ofColour(style.outlineColor) && 'outline',
        ofColour(style.boxShadow) && 'ring',
        over.content !== 'none' && ofColour(over.boxShadow) && 'ring over it',
        one.matches('[role^=menuitem], [role=separator]') && ofColour(style.backgroundColor) && 'bar',
      ].filter(Boolean)
    }
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    const around = [
      element.closest('[data-part=field], [data-part=swatch]'),
      element.parentElement?.querySelector('[data-part=dot]'),
    ]
    const seen = [element, active, ...around].filter(Boolean)
    const box = element.getBoundingClientRect()
    return {
      role: element.getAttribute('role') ?? element.localName,
      name: element.ariaLabel ?? (element.labels?.[0]?.textContent || element.textContent || element.id),
      pane: element.closest('[data-pane]')?.dataset.pane ?? '',
      marks: [...new Set(seen.flatMap(marks))],
      inSight: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth,
    }
  })
}

/** Where the focus may be without a mark: a dialog may have it as a whole. */
const whole = ['dialog', 'menu']

/** Why a keyboard user could not go on from here, '' if they can. */
export function faultOf(at) {
  if (at.role === 'body') return 'the focus is on nothing'
  if (!at.inSight) return `${at.role} ${at.name} has the focus out of sight`
  if (at.marks.length === 0 && !whole.includes(at.role)) return `${at.role} ${at.name} has the focus and no mark`
  return ''
}

/** A user without a mouse. */
export class Hands {
  constructor(page) {
    this.page = page
  }

  /** Presses keys one after the other. */
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Replaces the text of the field by typing. */
  async type(text) {
    await this.press('Control+a')
    await this.page.keyboard.insertText(text)
  }

  /** Waits until the given element has the focus, by role, name and pane, and visibly so. */
  async reaches({ role = '', name = /./, pane = '' }) {
    const is = (at) =>
      (role === '' || at.role === role) && name.test(at.name) && (pane === '' || at.pane === pane) && faultOf(at) === ''
    let at = await focused(this.page)
    for (let tries = 0; !is(at); tries += 1) {
      if (tries > 200) throw new Error(`${role} ${name} ${pane} is not where the keyboard is: ${JSON.stringify(at)}`)
      await new Promise((done) => setTimeout(done, 25))
      at = await focused(this.page)
    }
    return at
  }

  /** Presses a key until the given element has the focus; the focus must be visible at every stop. */
  async goTo(wanted, key = 'Tab') {
    const passed = []
    for (let steps = 0; steps < 60; steps += 1) {
      const at = await this.#drawn()
      passed.push(`${at.role} ${at.name}`)
      const fault = faultOf(at)
      if (fault !== '' && (steps > 0 || at.role !== 'body')) throw new Error(fault)
      if (at.role === wanted.role && wanted.name.test(at.name)) return at
      await this.press(key)
    }
    throw new Error(`${key} did not come to ${wanted.role} ${wanted.name}: ${passed.join(' | ')}`)
  }
  /** Where the focus is, once the page has had time to draw a mark: a menu draws its mark a frame after the focus. */
  async #drawn() {
    let at = await focused(this.page)
    for (let tries = 0; tries < 20 && at.role !== 'body' && faultOf(at) !== ''; tries += 1) {
      await new Promise((done) => setTimeout(done, 25))
      at = await focused(this.page)
    }
    return at
  }
}
