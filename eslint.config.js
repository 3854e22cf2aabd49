import tseslint from 'typescript-eslint';
import { patterns } from './scripts/lint/patterns.ts';

/** Casts and assertions hide what the types would say; in server/ there are none but `as const`. */
const noLies = {
  '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true }],
};

export default tseslint.config(
  { ignores: ['dist', 'data', 'generated', 'node_modules', 'scripts/docs/page'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    plugins: { patterns },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: 'error',
      'patterns/linear': 'error',
      'no-console': 'off',
      'max-lines': ['warn', { max: 300 }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['server/**/*.ts'], rules: { ...noLies, 'no-console': 'error' } },
  { files: ['server/**/*.ts', 'mock/**/*.ts'], rules: { 'patterns/literal': 'error' } },
  { files: ['server/main.ts', 'server/admin/**/*.ts'], rules: { 'no-console': 'off' } },
);
