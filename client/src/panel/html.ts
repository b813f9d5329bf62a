// The page of the panel. It takes its script and its style from the extension, and nothing from anywhere else.

interface PageParts {
  /** Addresses that the page can load. */
  readonly script: string;
  readonly style: string;
  /** Where styles may come from, as the policy writes it. */
  readonly source: string;
  /** What the script carries, and nobody else's does. */
  readonly nonce: string;
}

export function pageHtml({ script, style, source, nonce }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Layout Lens: picture</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
