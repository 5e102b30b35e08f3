export const AuthPage = () => (
  <main id="main">
    <h1>Welcome Back</h1>
  </main>
)
