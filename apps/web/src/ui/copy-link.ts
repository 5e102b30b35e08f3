import { m } from '../i18n/messages.ts'
import { toast } from './toast.ts'

/**
 * Copies a link to the clipboard and shows a toast. If that fails, the toast shows `otherwise`, which may offer another
 * way to get the link.
 */
export async function copyLink(link: string, otherwise = m.shell_copy_failed_text()): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast({ kind: 'success', title: m.shell_copied_title(), description: m.shell_copied_text() })
  } catch {
    toast({ kind: 'error', title: m.shell_copy_failed_title(), description: otherwise })
  }
}
