export * from './member-licenses.ts'
export * from './open-data.ts'
