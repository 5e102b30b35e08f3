import type { Preferences } from '@nollie/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { showError } from './settings-errors.ts'
import { preferencesQuery } from './settings-requests.ts'

type Options = {
  /** The error toast's title. */
  failed: () => string
  /** Called after saving, with the preferences that changed. */
  saved?: (changed: Partial<Preferences>) => void
}

/** Saves changes to the viewer's preferences, one after another. */
export function useSavePreferences({ failed, saved }: Options) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'preferences' },
    mutationFn: (body: Partial<Preferences>) => call('PATCH /api/account/preferences', { body }),
    onMutate: () => client.cancelQueries({ queryKey: preferencesQuery.queryKey }),
    onSuccess: (stored, changed) => {
      client.setQueryData(preferencesQuery.queryKey, stored)
      saved?.(changed)
    },
    onError: (error) => showError(error, failed()),
  })
}
