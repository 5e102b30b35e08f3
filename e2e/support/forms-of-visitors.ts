import { expect, type Page } from '@playwright/test'
import { type Account } from './accounts.ts'
import { mailedLink } from './mails.ts'
import { type Form, HOSTILE, HOSTILE_NAME, succeeded } from './forms.ts'
import { act } from './comments.ts'

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

function label(page: Page, name: string) {
  return page.getByLabel(name, { exact: true })
}

function welcome(page: Page) {
  return expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
}

/** Forms that don't require a session. Each is created for an account and an existing spot. */
export const FORMS_OF_VISITORS: Record<
  string,
  (of: { page: Page; account: Account; spot_id: string }) => Form | Promise<Form>
> = {
  'sign up': ({ account: { username, email } }) => ({
    open: async (page) => {
      await page.goto('/auth')
      await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
    },
    fields: (page) => [
      [label(page, 'Username'), `${username}x`],
      [label(page, 'Email'), `x${email}`],
      [label(page, 'Password'), 'rolls away clean'],
      [page.getByLabel('Confirm password'), 'rolls away clean'],
    ],
    send: (page) => button(page, 'Sign Up'),
    request: ['POST', /auth\/sign-up$/],
    done: welcome,
  }),
  'sign in': ({ account: { email, password } }) => ({
    open: async (page) => void (await page.goto('/auth')),
    fields: (page) => [
      [label(page, 'Email'), email],
      [label(page, 'Password'), password],
    ],
    send: (page) => button(page, 'Sign In'),
    request: ['POST', /auth\/sign-in$/],
    done: (page) => expect(page).toHaveURL('/dashboard'),
  }),
  'forgotten password': ({ account: { email } }) => ({
    open: async (page) => {
      await page.goto('/auth')
      await button(page, 'Forgot your password?').click()
    },
    fields: (page) => [[label(page, 'Email'), email]],
    send: (page) => button(page, 'Send link'),
    request: ['POST', /auth\/password-resets$/],
    done: welcome,
  }),
  'code by mail': ({ account: { email } }) => ({
    open: async (page) => void (await page.goto('/auth/code')),
    fields: (page) => [[label(page, 'Email'), email]],
    send: (page) => button(page, 'Email me a code'),
    request: ['POST', /auth\/codes$/],
    done: (page) => expect(label(page, 'Code')).toBeVisible(),
  }),
  'new password': async ({ page: first, account: { email } }) => {
    await act(first, 'POST', '/api/auth/password-resets', { email })
    const link = await mailedLink(email, 'reset')
    return {
      open: async (page) => void (await page.goto(link)),
      fields: (page) => [
        [label(page, 'New password'), 'a-fresh-ollie-7'],
        [page.getByLabel('Confirm password'), 'a-fresh-ollie-7'],
      ],
      send: (page) => button(page, 'Save password'),
      request: ['POST', /auth\/password$/],
      done: welcome,
    }
  },
  'verification mail again': ({ account: { email } }) => ({
    open: async (page) => void (await page.goto('/auth/verify#token=nonsense')),
    fields: (page) => [[label(page, 'Email'), email]],
    send: (page) => button(page, 'Send the email again'),
    request: ['POST', /auth\/verification-mails$/],
    done: succeeded,
  }),
  'link to delete an account': ({ account: { email } }) => ({
    open: async (page) => void (await page.goto('/delete-account')),
    fields: (page) => [[label(page, 'Email'), email]],
    send: (page) => button(page, 'Send link'),
    request: ['POST', /auth\/leaving-mails$/],
    done: (page) => expect(page.getByText('Check your email')).toBeVisible(),
  }),
  'deletion by that link': async ({ page: first, account: { email } }) => {
    await act(first, 'POST', '/api/auth/leaving-mails', { email })
    const link = await mailedLink(email, 'token')
    return {
      open: async (page) => void (await page.goto(link)),
      fields: () => [],
      choose: (page) => page.getByRole('radio', { name: /^Delete my posts/ }).check(),
      send: (page) => button(page, 'Delete account'),
      request: ['POST', /auth\/leaving$/],
      done: (page) =>
        expect(page.getByRole('heading', { name: /^Your account will be deleted on/ })).toBeVisible(),
    }
  },
  notice: ({ spot_id }) => ({
    open: async (page) => void (await page.goto('/notice')),
    fields: (page) => [
      [page.getByLabel('Why should it be removed?'), HOSTILE],
      [page.getByLabel('Link to the page'), `${process.env.NOLLIE_URL}/spots/${spot_id}`],
      [page.getByLabel('Your name'), HOSTILE_NAME],
      [page.getByLabel('Your email'), 'kim@example.org'],
    ],
    choose: (page) => page.getByLabel('Dangerous or private place').check(),
    send: (page) => button(page, 'Send'),
    request: ['POST', /notices$/],
    done: (page) => expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible(),
  }),
}
