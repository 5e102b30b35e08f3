export * from './translations.ts'
