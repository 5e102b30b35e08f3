import type { Spot, SpotFacts } from '@nollie/contract'
import { LIMITS } from '@nollie/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { useSubmitKey } from '../../lib/drafts/use-submit-key.ts'
import { spotKeys } from '../../lib/keys/spots.ts'
import { session } from '../../lib/session.ts'
import { storedText, useStoredValues } from '../../lib/use-stored-values.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, Field, Form, useForm } from '../../ui/index.ts'
import { buildFactDraftName } from './fact-draft.ts'
import { receiveFacts, suggestFacts } from './fact-requests.ts'
import { showThanks } from './show-thanks.ts'
import styles from './facts.module.css'

type Props = { spotId: Spot['id']; facts: SpotFacts }

function useNameForm({ spotId, facts }: Props, onSent: () => void) {
  const client = useQueryClient()
  const stored = useStoredValues({
    name: `${buildFactDraftName(session.get().user?.user_id, spotId)}.name`,
    read: storedText,
  })
  const getSubmitKey = useSubmitKey()
  const name = stored.values.trim()
  const form = useForm({
    check: () => (name ? null : { name: m.facts_name_missing() }),
    send: async () => {
      const after = await suggestFacts(spotId, { name }, getSubmitKey(name))
      receiveFacts(client, spotId, after)
      if (after.version > facts.version)
        await client.invalidateQueries({ queryKey: spotKeys.one(spotId), exact: true })
      showThanks(facts, after)
      stored.forget()
      onSent()
    },
    explain: (error) => ({
      title: m.facts_failed_title(),
      description: whyNot(error, m.facts_failed_text()),
    }),
  })
  return { ...form, stored }
}

function NameForm({ onClose, ...props }: Props & { onClose: () => void }) {
  const { stored, ...form } = useNameForm(props, onClose)
  const { may_decide } = props.facts
  return (
    <Form
      className={styles.naming}
      aria-label={m.facts_name_spot()}
      onSend={form.submit}
      refused={form.refused}
      startsInField
    >
      <Field
        label={m.facts_name()}
        hint={may_decide ? undefined : m.facts_confirmation_hint()}
        name="name"
        autoComplete="off"
        maxLength={LIMITS.spot_name_max}
        error={form.errors.name}
        value={stored.values}
        onChange={({ target }) => {
          stored.change(target.value)
          form.typed()
        }}
      />
      <div className={styles.answers}>
        <Button
          disabled={form.busy}
          onClick={() => {
            stored.forget()
            onClose()
          }}
        >
          {m.shell_cancel()}
        </Button>
        <Button type="submit" variant="ink" busy={form.busy && m.facts_saving()}>
          {may_decide ? m.facts_save() : m.facts_suggest()}
        </Button>
      </div>
    </Form>
  )
}

/** Says that a spot's name is a guess, and lets people suggest its name. */
export function NameSpot({ spotId, facts }: { spotId: Spot['id']; facts: SpotFacts | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.naming}>
      <p className={styles.note}>{m.map_name_is_guess()}</p>
      {isOpen && facts ? (
        <NameForm spotId={spotId} facts={facts} onClose={() => setOpen(false)} />
      ) : (
        <Button
          variant="line"
          size="sm"
          disabled={!facts}
          icon={<Pencil aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {m.facts_name_spot()}
        </Button>
      )}
    </div>
  )
}
