export { addressAt, askService, askText, ServiceDown } from './ask-service.ts'
export { type FetchOptions, FetchRefused, guardedFetch } from './guarded-fetch.ts'
