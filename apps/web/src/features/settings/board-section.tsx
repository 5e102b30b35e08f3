import type { Preferences } from '@nollie/contract'
import { DECK_CM } from '@nollie/contract/facts/measure-by-deck'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { sizeText } from '../../lib/text/size-text.ts'
import { Button, Form, toast, useForm } from '../../ui/index.ts'
import { isDeck, SizeField } from '../facts/index.ts'
import { errorText } from './settings-errors.ts'
import { CardState, Section } from './section.tsx'
import { preferencesQuery } from './settings-requests.ts'
import styles from './settings.module.css'

function BoardForm({ stored }: { stored: Preferences['deck_cm'] }) {
  const client = useQueryClient()
  const [deck_cm, setDeck] = useState(stored)
  const form = useForm({
    check: () => (deck_cm === null || isDeck(deck_cm) ? null : { deck: m.facts_measure_out_of_range() }),
    send: async () => {
      const saved = await call('PATCH /api/account/preferences', { body: { deck_cm } })
      client.setQueryData(preferencesQuery.queryKey, saved)
      toast({ kind: 'success', title: m.settings_board_saved() })
    },
    explain: (error) => ({ title: m.settings_nothing_changed(), description: errorText(error) }),
  })
  return (
    <Form
      className={styles.form}
      aria-label={m.settings_board()}
      onSend={form.submit}
      refused={form.refused}
      noValidate
    >
      <SizeField
        label={m.facts_measure_deck()}
        cm={deck_cm}
        error={form.errors.deck}
        onType={(cm) => {
          form.typed('deck')
          setDeck(cm)
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" variant="ink" size="sm" busy={form.busy && m.settings_saving()}>
          {m.settings_board_save()}
        </Button>
      </div>
    </Form>
  )
}

/** The length of the person's board, which is used to measure obstacles in photos. */
export function BoardSection() {
  const query = useQuery(preferencesQuery)
  return (
    <Section id="board" title={m.settings_board()}>
      <CardState query={query} failed={m.settings_board_failed()}>
        <p className={styles.text}>{m.settings_board_text({ length: sizeText(DECK_CM) })}</p>
        {query.data && <BoardForm stored={query.data.deck_cm} />}
      </CardState>
    </Section>
  )
}
