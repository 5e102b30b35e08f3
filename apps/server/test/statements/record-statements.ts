import { inject } from 'vitest'
import { PreparingClient } from '../../src/db/prepared.ts'
import { recordStatements } from './recorded-statements.ts'

// Runs in every test process if another database has to support this run's statements.
const folder = inject('statements')
if (folder) recordStatements(folder, PreparingClient)
