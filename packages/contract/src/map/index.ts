export * from './map-codec.ts'
export * from './map-encode.ts'
export * from './map.ts'
export * from './sitemap.ts'
