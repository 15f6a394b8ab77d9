/**
 * What the specification does not say, by the names of its types. An entry for something that the specification no longer
 * has fails the generator.
 */

/** Strings that name something of the cluster which the console lists. */
export const kinds = {
  Field: '@field',
  IndexName: '@object',
  IndexAlias: '@object',
  DataStreamName: '@object',
}

/** A placeholder among the field types of a mapping, which no mapping can have. */
export const dropped = new Set(['_types.mapping:DynamicProperty'])

// "Bucket aggregations", terms, order: by the number of documents, by key, or by an aggregation below.
const order = ['m', ['u', ['e', '_count', '_key'], 's'], ['e', 'asc', 'desc'], 1]

/** Aliases that say too little. */
export const aliases = {
  '_types.aggregations:AggregateOrder': ['u', order, ['a', order]],
}

const analyzer = [
  'u',
  ['e', 'standard', 'simple', 'whitespace', 'stop', 'keyword', 'pattern', 'fingerprint', 'english'],
  's',
]
// "Cluster-level shard allocation", "Miscellaneous cluster settings", "Index recovery", "Auto-create".
const cluster = [
  'm',
  [
    'u',
    [
      'e',
      'action.auto_create_index',
      'action.destructive_requires_name',
      'cluster.blocks.read_only',
      'cluster.blocks.read_only_allow_delete',
      'cluster.max_shards_per_node',
      'cluster.routing.allocation.allow_rebalance',
      'cluster.routing.allocation.cluster_concurrent_rebalance',
      'cluster.routing.allocation.disk.threshold_enabled',
      'cluster.routing.allocation.disk.watermark.flood_stage',
      'cluster.routing.allocation.disk.watermark.high',
      'cluster.routing.allocation.disk.watermark.low',
      'cluster.routing.allocation.enable',
      'cluster.routing.allocation.node_concurrent_recoveries',
      'cluster.routing.allocation.total_shards_per_node',
      'cluster.routing.rebalance.enable',
      'indices.recovery.max_bytes_per_sec',
      'search.default_search_timeout',
      'search.max_buckets',
    ],
    's',
  ],
  '*',
]

// "Date histogram aggregation", calendar intervals, which composite sources take too.
const calendar = ['u', ['e', 'day', 'hour', 'minute', 'month', 'quarter', 'week', 'year'], 's']

/** Properties whose type is said too generally: strings that are names of fields, indices or analyzers, and open lists. */
export const positions = {
  '_types.aggregations:CompositeDateHistogramAggregation': { calendar_interval: calendar },
  'rollup._types:DateHistogramGrouping': { calendar_interval: calendar },
  '_types.mapping:TextProperty': { analyzer, search_analyzer: analyzer },
  '_types.query_dsl:MatchQuery': { analyzer },
  '_types.query_dsl:SemanticQuery': { field: '@field' },
  '_types:KnnRetriever': { field: '@field' },
  '_types:TextSimilarityReranker': { field: '@field' },
  'indices.analyze:Request': { analyzer },
  'indices._types:IndexSettings': {
    codec: ['u', ['e', 'default', 'best_compression'], 's'],
    mode: ['e', 'standard', 'time_series', 'logsdb'],
  },
  'cluster.put_settings:Request': { persistent: cluster, transient: cluster },
}

/**
 * The version that a property came with, where the specification does not say it and 7.17 lacks it: the pages of each
 * query, aggregation and field type in the reference.
 */
export const since = {
  '_types.query_dsl:QueryContainer': { geo_grid: '8.3.0', knn: '8.12.0', rule: '8.10.0' },
  '_types.aggregations:AggregationContainer': {
    cartesian_bounds: '8.6.0',
    cartesian_centroid: '8.6.0',
    change_point: '8.2.0',
    frequent_item_sets: '8.4.0',
    frequent_items: '8.3.0',
    geohex_grid: '8.1.0',
    ip_prefix: '8.1.0',
    time_series: '8.1.0',
  },
  'ingest._types:ProcessorContainer': {
    ip_location: '8.15.0',
    geo_grid: '8.6.0',
    redact: '8.7.0',
    reroute: '8.8.0',
    terminate: '8.16.0',
  },
  '_global.search:Request': { knn: '8.4.0', rank: '8.8.0', retriever: '8.14.0' },
}

/** The version that a member of a union came with, for the same reason. */
export const memberSince = {
  '_types.mapping:CountedKeywordProperty': '8.13.0',
  '_types.mapping:PassthroughObjectProperty': '8.16.0',
  '_types.mapping:RankVectorProperty': '8.18.0',
  '_types.mapping:SemanticTextProperty': '8.15.0',
  '_types.mapping:SparseVectorProperty': '8.11.0',
}

/**
 * What is written for a property, where its required properties say too little. "$" is a string to fill in, "$v" a value,
 * "$o" an object, "$a" an array; the cursor goes to the first.
 */
export const templates = {
  '_global.search:Request': {
    size: 20,
    sort: [{ $: '$' }],
    _source: ['$'],
    fields: ['$'],
    track_total_hits: true,
    aggs: { $: '$o' },
    aggregations: { $: '$o' },
  },
  '_types.query_dsl:QueryContainer': {
    bool: { must: ['$o'] },
    match: { $: '$' },
    match_all: {},
    match_none: {},
    match_phrase: { $: '$' },
    match_phrase_prefix: { $: '$' },
    range: { $: { gte: '$v', lte: '$v' } },
    term: { $: { value: '$' } },
    terms: { $: ['$'] },
    wildcard: { $: { value: '$' } },
    prefix: { $: { value: '$' } },
    regexp: { $: { value: '$' } },
    fuzzy: { $: { value: '$' } },
    ids: { values: ['$'] },
    multi_match: { query: '$', fields: ['$'] },
    geo_distance: { distance: '$', $: { lat: '$v', lon: '$v' } },
    function_score: { query: '$o', functions: ['$o'] },
  },
  '_types.aggregations:AggregationContainer': {
    terms: { field: '$', size: 10 },
    date_histogram: { field: '$', calendar_interval: '$' },
    histogram: { field: '$', interval: '$v' },
    range: { field: '$', ranges: [{ from: '$v', to: '$v' }] },
    filters: { filters: { $: '$o' } },
    top_hits: { size: 10 },
    aggs: { $: '$o' },
  },
  '_types.query_dsl:BoolQuery': { must: ['$o'], filter: ['$o'], should: ['$o'], must_not: ['$o'] },
  '_types.mapping:TypeMapping': { properties: { $: { type: '$' } } },
  'indices.put_mapping:Request': { properties: { $: { type: '$' } } },
  '_global.search._types:Highlight': { fields: { $: {} } },
}
