export * from './crews.ts'
