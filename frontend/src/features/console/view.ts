/** The views of a response. */
export type View = 'grid' | 'json' | 'aggregations' | 'highlights' | 'profile' | 'headers'
