/**
 * The facts about Typesense: its routes, whose parameters and bodies are those of the client's declarations, and what these
 * do not say, from the API reference.
 */
import { declarationsIn, Reader } from './declarations.mjs'

const fields = ['u', '@fields', ['a', '@field']]

/** Members that name fields or objects, or have a grammar of their own. */
const overlay = {
  collection: '@object',
  collection_name: '@object',
  default_sorting_field: '@field',
  exclude_fields: fields,
  facet_by: fields,
  filter_by: '@filter',
  group_by: fields,
  highlight_fields: fields,
  highlight_full_fields: fields,
  include_fields: fields,
  query_by: fields,
  sort_by: '@sort',
  actions: ['a', 's'],
}

/** What only the client has, and what does not belong in a request that is typed. */
const left = ['streamConfig', 'throwOnFail', 'x-typesense-api-key']

/** Attributes of a field that the declarations lack. */
const attributes = {
  embed: { p: { from: ['a', '@field'], model_config: { p: { model_name: 's', api_key: 's', url: 's' } } } },
  hnsw_params: { p: { M: 'n', ef_construction: 'n' } },
  reference: 's',
  async_reference: 'b',
  stem_dictionary: 's',
  vec_dist: ['e', 'cosine', 'ip'],
}

/** Parameters of a search that the declarations lack. */
const search = {
  enable_curations: 'b',
  enable_typos_for_alpha_numerical_tokens: 'b',
  enable_typos_for_numerical_tokens: 'b',
}

/** What can be written inside texts: after what, then fields with a suffix, or words. */
const texts = {
  '@fields': [{ a: '^\\s*|,\\s*', f: '' }],
  '@sort': [
    { a: '^\\s*|,\\s*', f: ':', w: ['_text_match:'] },
    { a: '[^\\s,]:', w: ['asc', 'desc'] },
  ],
  '@filter': [
    { a: '^\\s*|&&\\s*|\\|\\|\\s*|\\(\\s*', f: ':' },
    { a: '[^\\s&|:]:', w: ['=', '!=', '>', '>=', '<', '<=', '['] },
    { a: '[^\\s&|(:]\\s+', w: ['&&', '||'] },
  ],
}

const searched = [{ Index: ['yes'], '': ['string', 'string[]'] }]

/** What fields need to be usable, by the titles of the driver's attributes and, below '', their type. */
const needs = {
  sort_by: [{ Sort: ['yes'], '': ['!', 'geopoint', 'geopoint[]', 'geopolygon'] }],
  filter_by: [{ Index: ['!', 'no'] }], // id has no attributes
  facet_by: [{ Facet: ['yes'] }],
  group_by: [{ Facet: ['yes'] }],
  query_by: [...searched, { Dimensions: ['!', ''] }], // embeddings
  highlight_fields: searched,
  highlight_full_fields: searched,
}

export const words = {
  assumed: '29.0',
  names: { objects: ['collection', 'collection_name'], all: [], reserved: '', documents: [] },
  lines: {},
  texts,
  fields: {
    always: [],
    objects: ['object', 'object[]'],
    bare: ['int32', 'int64', 'float', 'bool'],
    nested: ['', ''],
    valued: [],
    between: [],
    groups: {},
    queries: {},
    others: {},
    needs,
    holders: {},
  },
}

/** Each route: its name, title and paths, the types of its parameters and body, and its page of the reference. */
const routes = [
  [
    'collections.list',
    'List collections',
    [['GET', '/collections']],
    { q: { exclude_fields: 's', limit: 'n', offset: 'n' } },
    'collections.html#list-all-collections',
  ],
  [
    'collections.create',
    'Create or clone a collection',
    [['POST', '/collections']],
    { q: { src_name: '@object' }, b: 'Create' },
    'collections.html#create-a-collection',
  ],
  [
    'collections.get',
    'Show a collection',
    [['GET', '/collections/{collection}']],
    {},
    'collections.html#retrieve-a-collection',
  ],
  [
    'collections.update',
    'Change a collection',
    [['PATCH', '/collections/{collection}']],
    { b: 'Update' },
    'collections.html#update-or-alter-a-collection',
  ],
  [
    'collections.delete',
    'Delete a collection',
    [['DELETE', '/collections/{collection}']],
    { q: 'CollectionDeleteOptions' },
    'collections.html#drop-a-collection',
  ],
  [
    'documents.search',
    'Search a collection',
    [['GET', '/collections/{collection}/documents/search']],
    { q: 'Search' },
    'search.html',
  ],
  [
    'documents.export',
    'Export documents',
    [['GET', '/collections/{collection}/documents/export']],
    { q: 'Export' },
    'documents.html#export-documents',
  ],
  [
    'documents.import',
    'Import documents',
    [['POST', '/collections/{collection}/documents/import']],
    { q: 'DocumentImportParameters' },
    'documents.html#index-multiple-documents',
  ],
  [
    'documents.add',
    'Add a document',
    [['POST', '/collections/{collection}/documents']],
    { q: 'DocumentWriteParameters', b: '@doc' },
    'documents.html#index-a-single-document',
  ],
  [
    'documents.updateMatching',
    'Update documents by a filter',
    [['PATCH', '/collections/{collection}/documents']],
    { q: 'UpdateByFilterParameters', b: '@doc' },
    'documents.html#update-by-query',
  ],
  [
    'documents.deleteMatching',
    'Delete documents by a filter',
    [['DELETE', '/collections/{collection}/documents']],
    { q: 'DeleteMatching' },
    'documents.html#delete-by-query',
  ],
  [
    'document.get',
    'Show a document',
    [['GET', '/collections/{collection}/documents/{id}']],
    {},
    'documents.html#retrieve-a-document',
  ],
  [
    'document.update',
    'Update a document',
    [['PATCH', '/collections/{collection}/documents/{id}']],
    { q: 'DocumentWriteParameters', b: '@doc' },
    'documents.html#update-a-single-document',
  ],
  [
    'document.delete',
    'Delete a document',
    [['DELETE', '/collections/{collection}/documents/{id}']],
    {},
    'documents.html#delete-a-single-document',
  ],
  [
    'multi_search',
    'Run several searches',
    [['POST', '/multi_search']],
    { q: 'Search', b: 'Searches' },
    'federated-multi-search.html',
  ],
  ['aliases.list', 'List aliases', [['GET', '/aliases']], {}, 'collection-alias.html#list-all-aliases'],
  ['aliases.get', 'Show an alias', [['GET', '/aliases/{alias}']], {}, 'collection-alias.html#retrieve-an-alias'],
  [
    'aliases.put',
    'Create or change an alias',
    [['PUT', '/aliases/{alias}']],
    { b: 'CollectionAliasCreateSchema' },
    'collection-alias.html#create-or-update-an-alias',
  ],
  ['aliases.delete', 'Delete an alias', [['DELETE', '/aliases/{alias}']], {}, 'collection-alias.html#delete-an-alias'],
  ['keys.list', 'List API keys', [['GET', '/keys']], {}, 'api-keys.html#list-all-keys'],
  [
    'keys.create',
    'Create an API key',
    [['POST', '/keys']],
    { b: 'KeyCreateSchema' },
    'api-keys.html#create-an-api-key',
  ],
  ['keys.get', 'Show an API key', [['GET', '/keys/{key}']], {}, 'api-keys.html#retrieve-an-api-key'],
  ['keys.delete', 'Delete an API key', [['DELETE', '/keys/{key}']], {}, 'api-keys.html#delete-api-key'],
  [
    'overrides.list',
    'List overrides',
    [['GET', '/collections/{collection}/overrides']],
    { before: 30 },
    'curation.html',
  ],
  [
    'overrides.put',
    'Create or change an override',
    [['PUT', '/collections/{collection}/overrides/{override}']],
    { b: 'OverrideCreateSchema', before: 30 },
    'curation.html',
  ],
  [
    'overrides.delete',
    'Delete an override',
    [['DELETE', '/collections/{collection}/overrides/{override}']],
    { before: 30 },
    'curation.html',
  ],
  ['synonyms.list', 'List synonyms', [['GET', '/collections/{collection}/synonyms']], { before: 30 }, 'synonyms.html'],
  [
    'synonyms.put',
    'Create or change a synonym',
    [['PUT', '/collections/{collection}/synonyms/{synonym}']],
    { b: 'SynonymCreateSchema', before: 30 },
    'synonyms.html',
  ],
  [
    'synonyms.delete',
    'Delete a synonym',
    [['DELETE', '/collections/{collection}/synonyms/{synonym}']],
    { before: 30 },
    'synonyms.html',
  ],
  ['synonym_sets.list', 'List synonym sets', [['GET', '/synonym_sets']], { from: 30 }, 'synonyms.html'],
  ['synonym_sets.get', 'Show a synonym set', [['GET', '/synonym_sets/{set}']], { from: 30 }, 'synonyms.html'],
  [
    'synonym_sets.put',
    'Create or replace a synonym set',
    [['PUT', '/synonym_sets/{set}']],
    { b: 'SynonymSetCreateSchema', from: 30 },
    'synonyms.html',
  ],
  ['synonym_sets.delete', 'Delete a synonym set', [['DELETE', '/synonym_sets/{set}']], { from: 30 }, 'synonyms.html'],
  ['curation_sets.list', 'List curation sets', [['GET', '/curation_sets']], { from: 30 }, 'curation.html'],
  ['curation_sets.get', 'Show a curation set', [['GET', '/curation_sets/{set}']], { from: 30 }, 'curation.html'],
  [
    'curation_sets.put',
    'Create or replace a curation set',
    [['PUT', '/curation_sets/{set}']],
    { b: 'CurationSetUpsertSchema', from: 30 },
    'curation.html',
  ],
  [
    'curation_sets.delete',
    'Delete a curation set',
    [['DELETE', '/curation_sets/{set}']],
    { from: 30 },
    'curation.html',
  ],
  ['stopwords.list', 'List stopwords sets', [['GET', '/stopwords']], {}, 'stopwords.html'],
  ['stopwords.get', 'Show a stopwords set', [['GET', '/stopwords/{set}']], {}, 'stopwords.html'],
  [
    'stopwords.put',
    'Create or replace a stopwords set',
    [['PUT', '/stopwords/{set}']],
    { b: 'StopwordCreateSchema' },
    'stopwords.html',
  ],
  ['stopwords.delete', 'Delete a stopwords set', [['DELETE', '/stopwords/{set}']], {}, 'stopwords.html'],
  ['presets.list', 'List presets', [['GET', '/presets']], {}, 'search.html#presets'],
  ['presets.get', 'Show a preset', [['GET', '/presets/{preset}']], {}, 'search.html#presets'],
  ['presets.put', 'Create or replace a preset', [['PUT', '/presets/{preset}']], { b: 'Preset' }, 'search.html#presets'],
  ['presets.delete', 'Delete a preset', [['DELETE', '/presets/{preset}']], {}, 'search.html#presets'],
  ['health', 'Health of the server', [['GET', '/health']], {}, 'cluster-operations.html#health'],
  ['debug', 'Version and role of the server', [['GET', '/debug']], {}, 'cluster-operations.html#debug'],
  ['metrics', 'Memory, disk and processors', [['GET', '/metrics.json']], {}, 'cluster-operations.html#cluster-metrics'],
  ['stats', 'Requests and latencies', [['GET', '/stats.json']], {}, 'cluster-operations.html#api-stats'],
  [
    'operations.snapshot',
    'Write a snapshot',
    [['POST', '/operations/snapshot']],
    { q: { snapshot_path: 's' } },
    'cluster-operations.html#create-snapshot-for-backups',
  ],
  [
    'operations.compact',
    'Compact the database',
    [['POST', '/operations/db/compact']],
    {},
    'cluster-operations.html#compacting-the-on-disk-database',
  ],
  [
    'operations.cacheClear',
    'Clear the cache',
    [['POST', '/operations/cache/clear']],
    {},
    'cluster-operations.html#clear-cache',
  ],
  [
    'operations.schemaChanges',
    'Progress of schema changes',
    [['GET', '/operations/schema_changes']],
    {},
    'cluster-operations.html#get-schema-change-status',
  ],
]

/** The types that routes name and the declarations do not have as they are sent. */
function typesOf(reader) {
  const field = reader.shape('CollectionFieldSchema')
  const fieldType = { ...field, p: { ...field.p, ...attributes } }
  const create = reader.shape('BaseCollectionCreateSchema')
  const parameters = reader.shape('SearchParams')
  const whole = { p: { ...parameters.p, ...search } }
  const { fields: _, ...updated } = create.p
  delete updated.name
  return {
    Field: fieldType,
    Create: {
      p: { ...create.p, fields: ['a', { ref: 'Field' }] },
      r: ['name', 'fields'],
      i: { fields: [{ name: '$', type: '$' }] },
    },
    Update: { p: { ...updated, fields: ['a', { ref: 'FieldChange' }] } },
    FieldChange: { p: { ...fieldType.p, drop: 'b' }, r: ['name'] },
    Search: whole,
    OneSearch: { p: { ...reader.shape('BaseMultiSearchRequestSchema').p, ...whole.p }, r: ['collection'] },
    Searches: {
      p: { searches: ['a', { ref: 'OneSearch' }], union: 'b', remove_duplicates: 'b' },
      r: ['searches'],
      i: { searches: [{ collection: '$', q: '*' }] },
    },
    Preset: { p: { value: ['u', { ref: 'Search' }, { ref: 'Searches' }] }, r: ['value'] },
  }
}

/** The facts of a version, from the client's declarations. */
function versionOf(reader, major) {
  const own = typesOf(reader)
  const types = { ...own }
  const named = (name) => {
    if (name === '@doc') return name
    types[name] ??= reader.shape(name)
    return { ref: name }
  }
  const lists = {
    Search: own.Search.p,
    Export: { ...reader.shape('DocumentsExportParameters').p, batch_size: 'n' },
    DeleteMatching: {
      filter_by: '@filter',
      batch_size: 'n',
      ignore_not_found: 'b',
      return_doc: 'b',
      return_id: 'b',
      truncate: 'b',
    },
  }
  const endpoints = {}
  for (const [name, t, u, { q, b, from = 0, before = 99 }] of routes) {
    if (major < from || major >= before) continue
    const endpoint = { t, u }
    if (u.some(([, path]) => path.includes('{collection}'))) endpoint.v = { collection: '@object' }
    if (q) endpoint.q = typeof q === 'string' ? (lists[q] ?? reader.shape(q).p) : q
    if (b) endpoint.b = named(b)
    endpoints[name] = endpoint
  }
  return { types, endpoints, common: {} }
}

/** The whole file, from the texts of the declarations. */
export function factsOf(files) {
  const reader = new Reader(declarationsIn(files), overlay, left)
  const pages = Object.fromEntries(routes.map(([name, , , , page]) => [name, page]))
  const docs = { address: 'https://typesense.org/docs/{branch}/api/', pages, named: 0 }
  return {
    base: versionOf(reader, 29),
    later: versionOf(reader, 30),
    words,
    older: { before: 0, drop: [], add: {} },
    docs: { base: docs, newer: { ...docs, pages } },
  }
}
