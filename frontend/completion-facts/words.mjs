/**
 * What the specification does not say of the engine at all: which words of paths and bodies name something of the cluster,
 * and which fields can be named where.
 */

/** The version that is assumed of a server that does not say its own. */
export const assumed = '8.19'

/** Parts of paths and keys of bodies. */
export const names = {
  // Parts of paths and keys of bodies that name an index, an alias or a data stream, also in lines before others.
  objects: ['index', '_index'],
  // Names that stand for all of them.
  all: ['_all'],
  // A part of a path that begins so names none, unless it stands for all.
  reserved: '_',
  // Keys above a document in the body of a request.
  documents: ['doc', 'upsert'],
}

/** Bodies whose lines begin with an action: those that no line follows, and those that are followed by the second type. */
export const lines = { bulk: { alone: ['delete'], second: ['update'] } }

/**
 * The types of fields. Groups have names; a list of groups and types that begins with "!" is all others. Queries and others
 * say which fields can be named below a key; holders say below which keys there are queries, and below which there are not.
 */
export const fields = {
  // Types that can be another one, so that they fit everywhere.
  always: ['alias'],
  objects: ['object', 'nested'],
  // Types whose values have no quotes.
  bare: [
    'long',
    'integer',
    'short',
    'byte',
    'double',
    'float',
    'half_float',
    'scaled_float',
    'unsigned_long',
    'boolean',
  ],
  // The key of a query that searches objects apart from their document, and the key of their path in it.
  nested: ['nested', 'path'],
  // Queries whose word for a field is one of its values, and the keys that can be between the field and the value.
  valued: ['term', 'terms', 'match', 'match_phrase', 'prefix', 'wildcard', 'fuzzy', 'regexp', 'terms_set'],
  between: ['value', 'query'],
  groups: {
    object: ['object', 'nested', 'passthrough'],
    text: ['text', 'match_only_text', 'search_as_you_type', 'annotated_text', 'semantic_text'],
    number: ['long', 'integer', 'short', 'byte', 'double', 'float', 'half_float', 'scaled_float', 'unsigned_long'],
    date: ['date', 'date_nanos'],
    geo: ['geo_point', 'geo_shape'],
    range: ['long_range', 'integer_range', 'double_range', 'float_range', 'date_range', 'ip_range'],
    vector: ['dense_vector', 'rank_vectors'],
    other: [
      'binary',
      'completion',
      'percolator',
      'rank_feature',
      'rank_features',
      'sparse_vector',
      'join',
      'histogram',
    ],
  },
  queries: {
    term: ['!', 'object', 'geo', 'vector', 'other'],
    terms: ['!', 'object', 'geo', 'vector', 'other'],
    match: ['!', 'object', 'geo', 'vector', 'other'],
    match_phrase: ['!', 'object', 'geo', 'vector', 'other'],
    match_phrase_prefix: ['text', 'keyword', 'constant_keyword', 'wildcard'],
    match_bool_prefix: ['text', 'keyword', 'constant_keyword', 'wildcard'],
    combined_fields: ['text'],
    intervals: ['text'],
    multi_match: ['!', 'object', 'geo', 'vector', 'other'],
    query_string: ['!', 'object', 'geo', 'vector', 'other'],
    simple_query_string: ['!', 'object', 'geo', 'vector', 'other'],
    more_like_this: ['text', 'keyword'],
    prefix: ['text', 'keyword', 'constant_keyword', 'wildcard', 'flattened'],
    wildcard: ['text', 'keyword', 'constant_keyword', 'wildcard', 'flattened', 'version'],
    regexp: ['text', 'keyword', 'constant_keyword', 'wildcard', 'flattened', 'version'],
    fuzzy: ['text', 'keyword', 'wildcard', 'constant_keyword'],
    range: ['!', 'object', 'geo', 'vector', 'other', 'boolean'],
    exists: ['!'],
    geo_distance: ['geo'],
    geo_bounding_box: ['geo'],
    geo_polygon: ['geo'],
    geo_shape: ['geo'],
    geo_grid: ['geo'],
    nested: ['nested'],
    knn: ['vector'],
    semantic: ['semantic_text'],
    sparse_vector: ['sparse_vector', 'semantic_text'],
    rank_feature: ['rank_feature', 'rank_features'],
    distance_feature: ['date', 'geo'],
    gauss: ['number', 'date', 'geo_point'],
    exp: ['number', 'date', 'geo_point'],
    linear: ['number', 'date', 'geo_point'],
    field_value_factor: ['number'],
    percolate: ['percolator'],
    span_term: ['text', 'keyword', 'constant_keyword', 'wildcard'],
    terms_set: ['!', 'object', 'geo', 'vector', 'other'],
  },
  others: {
    terms: ['!', 'object', 'text', 'vector', 'geo', 'other'],
    range: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    nested: ['nested'],
    avg: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    sum: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    min: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    max: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    stats: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    extended_stats: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    percentiles: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    percentile_ranks: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    boxplot: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    median_absolute_deviation: ['number', 'date', 'boolean', 'histogram', 'aggregate_metric_double'],
    histogram: ['number', 'date', 'boolean', 'range', 'histogram'],
    date_histogram: ['date', 'date_range'],
    auto_date_histogram: ['date'],
    date_range: ['date', 'date_range'],
    ip_range: ['ip', 'ip_range'],
    geohash_grid: ['geo'],
    geotile_grid: ['geo'],
    geohex_grid: ['geo'],
    geo_bounds: ['geo'],
    geo_centroid: ['geo'],
    value_count: ['!', 'object'],
    cardinality: ['!', 'object', 'text', 'vector', 'geo', 'other'],
    significant_terms: ['!', 'object', 'text', 'vector', 'geo', 'other'],
    significant_text: ['text'],
    missing: ['!', 'object'],
    sort: ['!', 'object', 'text', 'vector', 'geo', 'other'],
    collapse: ['!', 'object', 'text', 'vector', 'geo', 'other'],
    highlight: ['!', 'object'],
    docvalue_fields: ['!', 'object', 'text'],
    _geo_distance: ['geo'],
  },
  holders: {
    query: 'queries',
    post_filter: 'queries',
    filter: 'queries',
    must: 'queries',
    must_not: 'queries',
    should: 'queries',
    aggs: 'others',
    aggregations: 'others',
  },
}
