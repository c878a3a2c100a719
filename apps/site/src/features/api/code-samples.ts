export const sampleLanguages = ['curl', 'JavaScript', 'Python'] as const;

type Samples = Readonly<Record<(typeof sampleLanguages)[number], string>>;

/**
 * Complete programs for each operation in each language: a copied sample runs in Node 20, or Python 3 with requests.
 */
export const codeSamples = {
  removeBackground: {
    curl: `curl "$ISOLA_API/v1/remove-background" \\
  --header "Authorization: Bearer $ISOLA_KEY" \\
  --header "Accept: image/png" \\
  --form "image_file=@chair.jpg" \\
  --fail-with-body --output chair.png`,
    JavaScript: `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const { ISOLA_API, ISOLA_KEY } = process.env;
const body = new FormData();
body.set('image_file', await openAsBlob('chair.jpg'), 'chair.jpg');

const response = await fetch(\`\${ISOLA_API}/v1/remove-background\`, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${ISOLA_KEY}\`, Accept: 'image/png' },
  body,
});
if (!response.ok) throw new Error((await response.json()).code);
await writeFile('chair.png', response.body);`,
    Python: `import os
import requests

with open("chair.jpg", "rb") as picture:
    response = requests.post(
        f"{os.environ['ISOLA_API']}/v1/remove-background",
        headers={
            "Authorization": f"Bearer {os.environ['ISOLA_KEY']}",
            "Accept": "image/png",
        },
        files={"image_file": picture},
    )
if not response.ok:
    raise SystemExit(response.json()["code"])
with open("chair.png", "wb") as cutout:
    cutout.write(response.content)`,
  },
  getResult: {
    curl: `curl "$ISOLA_API/v1/results/7k2m9q4x1v8c5t3z" \\
  --header "Authorization: Bearer $ISOLA_KEY" \\
  --header "Accept: image/png" \\
  --fail-with-body --output chair.png`,
    JavaScript: `import { writeFile } from 'node:fs/promises';

const { ISOLA_API, ISOLA_KEY } = process.env;
const response = await fetch(\`\${ISOLA_API}/v1/results/7k2m9q4x1v8c5t3z\`, {
  headers: { Authorization: \`Bearer \${ISOLA_KEY}\`, Accept: 'image/png' },
});
if (!response.ok) throw new Error((await response.json()).code);
await writeFile('chair.png', response.body);`,
    Python: `import os
import requests

response = requests.get(
    f"{os.environ['ISOLA_API']}/v1/results/7k2m9q4x1v8c5t3z",
    headers={
        "Authorization": f"Bearer {os.environ['ISOLA_KEY']}",
        "Accept": "image/png",
    },
)
if not response.ok:
    raise SystemExit(response.json()["code"])
with open("chair.png", "wb") as cutout:
    cutout.write(response.content)`,
  },
  deleteResult: {
    curl: `curl --request DELETE "$ISOLA_API/v1/results/7k2m9q4x1v8c5t3z" \\
  --header "Authorization: Bearer $ISOLA_KEY" \\
  --fail-with-body`,
    JavaScript: `const { ISOLA_API, ISOLA_KEY } = process.env;
const response = await fetch(\`\${ISOLA_API}/v1/results/7k2m9q4x1v8c5t3z\`, {
  method: 'DELETE',
  headers: { Authorization: \`Bearer \${ISOLA_KEY}\` },
});
if (!response.ok) throw new Error((await response.json()).code);`,
    Python: `import os
import requests

response = requests.delete(
    f"{os.environ['ISOLA_API']}/v1/results/7k2m9q4x1v8c5t3z",
    headers={"Authorization": f"Bearer {os.environ['ISOLA_KEY']}"},
)
if not response.ok:
    raise SystemExit(response.json()["code"])`,
  },
  getAccount: {
    curl: `curl "$ISOLA_API/v1/account" \\
  --header "Authorization: Bearer $ISOLA_KEY"`,
    JavaScript: `const { ISOLA_API, ISOLA_KEY } = process.env;
const response = await fetch(\`\${ISOLA_API}/v1/account\`, {
  headers: { Authorization: \`Bearer \${ISOLA_KEY}\` },
});
const account = await response.json();
if (!response.ok) throw new Error(account.code);
console.log(\`\${account.images_left} of \${account.images_per_month} left\`);`,
    Python: `import os
import requests

response = requests.get(
    f"{os.environ['ISOLA_API']}/v1/account",
    headers={"Authorization": f"Bearer {os.environ['ISOLA_KEY']}"},
)
account = response.json()
if not response.ok:
    raise SystemExit(account["code"])
print(f"{account['images_left']} of {account['images_per_month']} left")`,
  },
} as const satisfies Record<string, Samples>;

const byOperation: Readonly<Record<string, Samples>> = codeSamples;

/**
 * Returns the samples of an operation.
 * @throws {Error} when it has none; a test checks that each operation has samples.
 */
export function samplesOf(operationId: string): Samples {
  const samples = byOperation[operationId];
  if (!samples) throw new Error(`There are no code samples for ${operationId}`);
  return samples;
}
