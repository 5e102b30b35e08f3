export { type FetchOptions, FetchRefused, guardedFetch } from './guarded-fetch.ts'
