export { addressAt, askService, ServiceDown } from './ask-service.ts'
export { type FetchOptions, FetchRefused, guardedFetch } from './guarded-fetch.ts'
