// Ways to screens that the walks share.

/** A control by its role and its exact name. */
export const role = (page, kind, name) => page.getByRole(kind, { name, exact: true })

/** Presses the button of a name, the first where there are several. */
export const press = (page, name) => role(page, 'button', name).first().click()

/** Lets what is asked of an address fail until the function that it answers is called. */
export async function failing(page, route, json) {
  await page.route(route, (r) => r.fulfill({ status: 422, json }))
  return () => page.unroute(route)
}

/** Holds back what an address answers until the function that it answers is called. */
export async function holding(page, route) {
  let go
  const held = new Promise((open) => {
    go = open
  })
  await page.route(route, async (r) => {
    await held
    await r.continue().catch(() => undefined)
  })
  return async () => {
    go()
    await page.unroute(route)
  }
}
