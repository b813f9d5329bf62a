-- How Neovim 0.11 and newer start the server: vim.lsp.config finds this file by its name.

return {
  cmd = { 'layout-lens', '--stdio' },
  filetypes = { 'c', 'cpp', 'cuda', 'python', 'layout' },
  root_markers = { '.git' },
}
