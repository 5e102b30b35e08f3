import { m } from '../../i18n/messages.ts'
import { ApiError } from '../../lib/api.ts'
import { toast } from '../../ui/index.ts'

/** The sentence for a change that did not happen: what a person can do about it, in the words of the server where it has some. */
export function faultWords(fault: unknown): string {
  if (!(fault instanceof ApiError)) return m.settings_fault_unsure()
  if (fault.code === 'OFFLINE') return m.settings_fault_offline()
  if (fault.status === 401) return m.settings_fault_ended()
  if (fault.code === 'UNREADABLE' || fault.status >= 500) return m.settings_fault_unsure()
  return Object.values(fault.fields).join(' ') || fault.detail || m.settings_fault_unsure()
}

/** The same as a toast under its title. */
export const sayFault = (fault: unknown, title: string): void =>
  toast({ kind: 'error', title, description: faultWords(fault) })

/** What is wrong with which field, as the server said; empty for every other fault. */
export const fieldFaults = (fault: unknown): Readonly<Record<string, string>> =>
  fault instanceof ApiError ? fault.fields : {}
