import type { ImportArea } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { importKeys } from '../../lib/keys/imports.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, ConfirmDialog, toast } from '../../ui/index.ts'

type Action = 'cancel' | 'retry' | 'undo'

function send(action: Action, import_id: string): Promise<ImportArea> {
  const params = { import_id }
  if (action === 'cancel') return call('POST /api/imports/areas/:import_id/cancel', { params })
  if (action === 'retry') return call('POST /api/imports/areas/:import_id/retry', { params })
  return call('POST /api/imports/areas/:import_id/undo', { params })
}

const BUSY: Record<Action, () => string> = {
  cancel: m.imports_osm_canceling,
  retry: m.imports_osm_continuing,
  undo: m.imports_osm_undoing,
}

function canRetry({ state }: ImportArea): boolean {
  return ['interrupted', 'stopped', 'cancelled', 'partial'].includes(state)
}

function canUndo({ state, added }: ImportArea): boolean {
  return added > 0 && ['stopped', 'cancelled', 'complete', 'partial'].includes(state)
}

function useAction(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: Action) => send(action, id),
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.imports_osm_change_failed(),
        description: whyNot(error, m.imports_try_later()),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: importKeys.all }),
  })
}

/** Buttons to stop, continue, and undo an import. */
export function AreaActions({ run }: { run: ImportArea }) {
  const { mutateAsync, isPending, variables } = useAction(run.id)
  const [asks, setAsks] = useState(false)
  const busy = (action: Action) => isPending && variables === action && BUSY[action]()
  const act = (action: Action) => {
    if (!isPending)
      mutateAsync(action)
        .catch(() => undefined)
        .finally(() => setAsks(false))
  }
  return (
    <>
      {canRetry(run) && (
        <Button size="sm" variant="primary" busy={busy('retry')} onClick={() => act('retry')}>
          {m.imports_osm_continue()}
        </Button>
      )}
      {(run.state === 'running' || run.state === 'interrupted') && (
        <Button size="sm" variant="line" busy={busy('cancel')} onClick={() => act('cancel')}>
          {m.imports_osm_cancel()}
        </Button>
      )}
      {canUndo(run) && (
        <Button size="sm" variant="line" onClick={() => setAsks(true)}>
          {m.imports_osm_undo()}
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={m.imports_osm_undo_title()}
        confirm={m.imports_osm_undo()}
        busy={busy('undo')}
        onConfirm={() => act('undo')}
      >
        {m.imports_osm_undo_text()}
      </ConfirmDialog>
    </>
  )
}
