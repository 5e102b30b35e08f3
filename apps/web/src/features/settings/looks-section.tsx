import type { Preferences } from '@nollie/contract'
import { LANGUAGES, type Language, THEMES, type Theme } from '@nollie/contract/accounts/preference-values'
import { LANGUAGE_NAMES } from '@nollie/contract/languages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { OFFERED, openIn } from '../../lib/page-language.ts'
import { chooseTheme, onTheme, themeChoice } from '../../lib/theme.ts'
import { Chip } from '../../ui/index.ts'
import { useLeaveQuestion } from '../languages/index.ts'
import { showError } from './settings-errors.ts'
import { Section } from './section.tsx'
import { preferencesQuery } from './settings-requests.ts'
import styles from './settings.module.css'

const THEME_LABELS: Record<Theme, { label: () => string; Icon: typeof Sun }> = {
  system: { label: m.shell_theme_system, Icon: Monitor },
  light: { label: m.shell_theme_light, Icon: Sun },
  dark: { label: m.shell_theme_dark, Icon: Moon },
}
const isOffered = (choice: Language) => choice === 'auto' || OFFERED.includes(choice)
const languageLabel = (choice: Language) =>
  choice === 'auto' ? m.settings_automatic() : LANGUAGE_NAMES[choice]

function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  )
}

function useTheme(): Theme {
  const [theme, setTheme] = useState<Theme>(themeChoice)
  useEffect(() => onTheme(() => setTheme(themeChoice())), [])
  return theme
}

/** Theme and language; they apply here at once (the language by loading the page again), and on other devices from their next sign-in. */
export function ThemeSection() {
  const client = useQueryClient()
  const theme = useTheme()
  const [ask, question] = useLeaveQuestion()
  const { data } = useQuery(preferencesQuery)
  const save = useMutation({
    scope: { id: 'preferences' },
    mutationFn: (body: Partial<Preferences>) => call('PATCH /api/account/preferences', { body }),
    onMutate: () => client.cancelQueries({ queryKey: preferencesQuery.queryKey }),
    onSuccess: (saved, { language }) => {
      client.setQueryData(preferencesQuery.queryKey, saved)
      if (language && language !== document.documentElement.lang) openIn(language)
    },
    onError: (error, body) =>
      showError(error, body.theme ? m.settings_theme_failed() : m.settings_nothing_changed()),
  })
  const language = save.variables?.language && save.isPending ? save.variables.language : data?.language
  return (
    <Section id="look" title={m.settings_looks()}>
      <Choice title={m.shell_theme()}>
        {THEMES.map((choice) => {
          const { label, Icon } = THEME_LABELS[choice]
          return (
            <Chip
              key={choice}
              pressed={choice === theme}
              onClick={() => {
                chooseTheme(choice)
                save.mutate({ theme: choice })
              }}
            >
              <Icon size={18} aria-hidden="true" />
              {label()}
            </Chip>
          )
        })}
      </Choice>
      <Choice title={m.settings_language()}>
        {LANGUAGES.filter(isOffered).map((choice) => (
          <Chip
            key={choice}
            pressed={choice === language}
            disabled={!data}
            lang={choice === 'auto' ? undefined : choice}
            onClick={() => ask(() => save.mutate({ language: choice }))}
          >
            {languageLabel(choice)}
          </Chip>
        ))}
      </Choice>
      {question}
    </Section>
  )
}
