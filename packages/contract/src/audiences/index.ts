export * from './audience-table.ts'
export * from './audiences.ts'
