import type { LiveField } from './live'

/** Which fields can be named somewhere. */
type Fit = (field: LiveField) => boolean

const groups: Record<string, readonly string[]> = {
  object: ['object', 'nested', 'passthrough'],
  text: ['text', 'match_only_text', 'search_as_you_type', 'annotated_text', 'semantic_text'],
  number: ['long', 'integer', 'short', 'byte', 'double', 'float', 'half_float', 'scaled_float', 'unsigned_long'],
  date: ['date', 'date_nanos'],
  geo: ['geo_point', 'geo_shape'],
  range: ['long_range', 'integer_range', 'double_range', 'float_range', 'date_range', 'ip_range'],
  vector: ['dense_vector', 'rank_vectors'],
  other: ['binary', 'completion', 'percolator', 'rank_feature', 'rank_features', 'sparse_vector', 'join', 'histogram'],
}

const is =
  (...names: string[]): Fit =>
  ({ type }) =>
    type === 'alias' || names.some((name) => groups[name]?.includes(type) ?? name === type)
const not =
  (...names: string[]): Fit =>
  (field) =>
    field.type === 'alias' || !is(...names)(field)

const any: Fit = () => true
const leaf = not('object')
const term = not('object', 'geo', 'vector', 'other')
/** What has values that can be sorted and counted. */
const valued = not('object', 'text', 'vector', 'geo', 'other')
const numeric = is('number', 'date', 'boolean', 'histogram', 'aggregate_metric_double')

/** The fields that a query can name. */
const queries: Record<string, Fit> = {
  term,
  terms: term,
  match: term,
  match_phrase: term,
  match_phrase_prefix: is('text', 'keyword', 'constant_keyword', 'wildcard'),
  match_bool_prefix: is('text', 'keyword', 'constant_keyword', 'wildcard'),
  combined_fields: is('text'),
  intervals: is('text'),
  multi_match: term,
  query_string: term,
  simple_query_string: term,
  more_like_this: is('text', 'keyword'),
  prefix: is('text', 'keyword', 'constant_keyword', 'wildcard', 'flattened'),
  wildcard: is('text', 'keyword', 'constant_keyword', 'wildcard', 'flattened', 'version'),
  regexp: is('text', 'keyword', 'constant_keyword', 'wildcard', 'flattened', 'version'),
  fuzzy: is('text', 'keyword', 'wildcard', 'constant_keyword'),
  range: not('object', 'geo', 'vector', 'other', 'boolean'),
  exists: any,
  geo_distance: is('geo'),
  geo_bounding_box: is('geo'),
  geo_polygon: is('geo'),
  geo_shape: is('geo'),
  geo_grid: is('geo'),
  nested: is('nested'),
  knn: is('vector'),
  semantic: is('semantic_text'),
  sparse_vector: is('sparse_vector', 'semantic_text'),
  rank_feature: is('rank_feature', 'rank_features'),
  distance_feature: is('date', 'geo'),
  gauss: is('number', 'date', 'geo_point'),
  exp: is('number', 'date', 'geo_point'),
  linear: is('number', 'date', 'geo_point'),
  field_value_factor: is('number'),
  percolate: is('percolator'),
  span_term: is('text', 'keyword', 'constant_keyword', 'wildcard'),
  terms_set: term,
}

/** The fields that other parts of a search can name. */
const others: Record<string, Fit> = {
  terms: valued,
  range: numeric,
  nested: is('nested'),
  avg: numeric,
  sum: numeric,
  min: numeric,
  max: numeric,
  stats: numeric,
  extended_stats: numeric,
  percentiles: numeric,
  percentile_ranks: numeric,
  boxplot: numeric,
  median_absolute_deviation: numeric,
  histogram: is('number', 'date', 'boolean', 'range', 'histogram'),
  date_histogram: is('date', 'date_range'),
  auto_date_histogram: is('date'),
  date_range: is('date', 'date_range'),
  ip_range: is('ip', 'ip_range'),
  geohash_grid: is('geo'),
  geotile_grid: is('geo'),
  geohex_grid: is('geo'),
  geo_bounds: is('geo'),
  geo_centroid: is('geo'),
  value_count: leaf,
  cardinality: valued,
  significant_terms: valued,
  significant_text: is('text'),
  missing: leaf,
  sort: valued,
  collapse: valued,
  highlight: leaf,
  docvalue_fields: not('object', 'text'),
  _geo_distance: is('geo'),
}

/** Keys whose values are queries, and those whose values are aggregations. */
const holders: Record<string, 'queries' | 'aggregations'> = {
  query: 'queries',
  post_filter: 'queries',
  filter: 'queries',
  must: 'queries',
  must_not: 'queries',
  should: 'queries',
  aggs: 'aggregations',
  aggregations: 'aggregations',
}

/** Which fields can be named below some keys, the innermost last, and whether a query searches them. */
export function fitOf(path: readonly string[]): { fits: Fit; query: boolean } {
  const holder = path.findLast((key) => key in holders)
  const query = holder !== undefined && holders[holder] === 'queries'
  for (const key of path.toReversed()) {
    const fit = query ? (queries[key] ?? others[key]) : (others[key] ?? queries[key])
    if (fit) return { fits: fit, query: query && key in queries && key !== 'nested' }
  }
  return { fits: any, query: false }
}

/** Queries whose word for a field is one of its values. */
const valuedBy = new Set([
  'term',
  'terms',
  'match',
  'match_phrase',
  'prefix',
  'wildcard',
  'fuzzy',
  'regexp',
  'terms_set',
])

/** The field that a value is for, by the keys around it: "term", "status" and "term", "status", "value"; '' for none. */
export function fieldOf(path: readonly string[]): string {
  const plain = path.filter((key) => key !== '')
  const last = plain.at(-1) ?? ''
  const short = plain.at(-2) ?? ''
  if (valuedBy.has(short)) return last
  if (['value', 'query'].includes(last) && valuedBy.has(plain.at(-3) ?? '')) return short
  return ''
}
