/**
 * Where the documentation describes each endpoint. Version 8 has a page per endpoint below the guide of its minor version;
 * from 9 on there is one reference, in which most pages are named after their endpoints.
 */
const guide = 'https://www.elastic.co/guide/en/elasticsearch/reference/{branch}/'
const reference = 'https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-'

/** Returns the pages by the names of the endpoints: what follows the common part, or a whole address; '' for none. */
export function docsOf(eight, nine) {
  return {
    base: { address: guide, pages: pagesOf(eight, guide), named: 0 },
    newer: { address: reference, pages: pagesOf(nine, reference, named), named: 1 },
  }
}

/** What the page of an endpoint is called if nothing else is said. */
const named = (name) => name.replaceAll(/[._]/g, '-')

function pagesOf({ endpoints, addresses }, common, usual = () => '') {
  const pages = {}
  for (const name of Object.keys(endpoints)) {
    const address = addresses[name]
    const page = address.startsWith(common) ? address.slice(common.length) : address
    if (page !== usual(name)) pages[name] = page
  }
  return pages
}
