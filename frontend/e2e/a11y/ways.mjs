// Shared steps to reach screens.

/** A control by its role and its exact name. */
export const role = (page, kind, name) => page.getByRole(kind, { name, exact: true })

/** Presses the button with a name, the first if there are several. */
export const press = (page, name) => role(page, 'button', name).first().click()

/** Makes requests to an address fail until the returned function is called. */
export async function failing(page, route, json) {
  await page.route(route, (r) => r.fulfill({ status: 422, json }))
  return () => page.unroute(route)
}

/** Holds back the responses of an address until the returned function is called. */
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
